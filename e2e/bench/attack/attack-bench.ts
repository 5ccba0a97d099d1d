import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildProduct, repositoryRoot } from '../../world/product';
import type { World } from '../../world/start-world';
import { startWorld } from '../../world/start-world';
import type { BenchFigure } from '../measure/figure';
import { boundCountFigure, boundRatioFigure, median, reportedMsFigure } from '../measure/figure';
import { AttackOutcome, ProbeResult } from './replies';

const BENCH_AREA = 'attack';
const IDLE_PROBE_MS = 15_000;
const SETTLE_MS = 2_000;

// Only on Linux, all addresses of 127.0.0.0/8 work without configuration. On other systems all requests come from one
// address, so the limits of one address apply to all of them.
const [MEMBER_ADDRESSES, ATTACKER_ADDRESSES] =
  process.platform === 'linux'
    ? [['127.0.1.1', '127.0.1.2'], Array.from({ length: 8 }, (_, index) => `127.0.2.${index + 1}`)]
    : [[], []];

const MEMBER_LOGIN = { email: 'probe@mahlzeit.test', password: 'mittagspause' };

const startProcess = (processFile: URL): ChildProcess => fork(fileURLToPath(processFile));

const nextReply = async (childProcess: ChildProcess): Promise<unknown> => {
  const childExit = once(childProcess, 'exit').then(([code]) => {
    throw new Error(`A process of the bench ended with ${String(code)}`);
  });
  const [replyMessage] = await Promise.race([once(childProcess, 'message'), childExit]);
  return replyMessage;
};

const registerMember = async (url: string): Promise<void> => {
  const registrationBody = JSON.stringify({ ...MEMBER_LOGIN, visible: false, policyAccepted: true });
  const { status } = await fetch(`${url}/api/auth/register`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: registrationBody,
  });
  if (status !== 200) throw new Error(`Registration of a member failed: status ${status}`);
};

/**
 * Lets the probes (regular requests whose duration is measured) run while `runAttackPhase` runs. Returns the durations.
 */
const probeDuring = async (
  probesProcess: ChildProcess,
  { url }: World,
  runAttackPhase: () => Promise<unknown>,
): Promise<ProbeResult> => {
  const probesReply = nextReply(probesProcess);
  probesProcess.send({ url, ...MEMBER_LOGIN });
  await runAttackPhase();
  probesProcess.send('over');
  return ProbeResult.parse(await probesReply);
};

const slowestTimeOf = (responseTimes: readonly number[]): number => Math.max(...responseTimes);

const PROBE_BOUNDS = [
  { name: '/livez', of: ({ livez }: ProbeResult) => livez, median: 10, slowest: 30 },
  { name: 'a correct login', of: ({ logins }: ProbeResult) => logins, median: 3, slowest: 30 },
] as const;

const benchFiguresOf = (idleProbes: ProbeResult, attackedProbes: ProbeResult): BenchFigure[] => [
  ...PROBE_BOUNDS.flatMap((probeBound): BenchFigure[] => {
    const [idleTimes, attackedTimes] = [probeBound.of(idleProbes), probeBound.of(attackedProbes)];
    const idleMedianMs = median(idleTimes);
    return [
      reportedMsFigure(BENCH_AREA, `${probeBound.name}: median of ${idleTimes.length}, idle`, idleMedianMs),
      reportedMsFigure(
        BENCH_AREA,
        `${probeBound.name}: median of ${attackedTimes.length}, attacked`,
        median(attackedTimes),
      ),
      reportedMsFigure(BENCH_AREA, `${probeBound.name}: slowest, idle`, slowestTimeOf(idleTimes)),
      reportedMsFigure(BENCH_AREA, `${probeBound.name}: slowest, attacked`, slowestTimeOf(attackedTimes)),
      boundRatioFigure(BENCH_AREA, `${probeBound.name}: median, attacked against the idle median`, {
        ratio: median(attackedTimes) / idleMedianMs,
        maximum: probeBound.median,
      }),
      boundRatioFigure(BENCH_AREA, `${probeBound.name}: slowest, attacked against the idle median`, {
        ratio: slowestTimeOf(attackedTimes) / idleMedianMs,
        maximum: probeBound.slowest,
      }),
    ];
  }),
  boundCountFigure(BENCH_AREA, '/livez and logins that failed', {
    count: idleProbes.failures.length + attackedProbes.failures.length,
    maximum: 0,
  }),
];

const describeOutcome = (outcome: AttackOutcome): string =>
  Object.entries(outcome)
    .map(
      ([requestKind, countByStatus]) =>
        `${requestKind} ${Object.entries(countByStatus)
          .map(([status, responseCount]) => `${responseCount} × ${status === '0' ? 'no answer' : status}`)
          .join(', ')}`,
    )
    .join('; ');

const attackWorld = async (
  attackedWorld: World,
  [probesProcess, attackersProcess]: readonly [ChildProcess, ChildProcess],
  printLine: (line: string) => void,
): Promise<BenchFigure[]> => {
  await registerMember(attackedWorld.url);
  const sendAttackOrder = async (kind: 'prepare' | 'attack', addresses: readonly string[]): Promise<unknown> => {
    const reply = nextReply(attackersProcess);
    attackersProcess.send({ kind, url: attackedWorld.url, addresses });
    return reply;
  };
  printLine('attack: members register who will upload a picture');
  await sendAttackOrder('prepare', MEMBER_ADDRESSES);
  await delay(SETTLE_MS);
  printLine(`attack: idle for ${IDLE_PROBE_MS / 1_000} s`);
  const idleProbes = await probeDuring(probesProcess, attackedWorld, () => delay(IDLE_PROBE_MS));
  printLine(
    `attack: 200 maps, 2,000 registrations, 200 pictures, 200 searches, 100 slow uploads and 50 sockets of 5 people from ${ATTACKER_ADDRESSES.length === 0 ? 'one address, so that its limits hold for all of them' : `${ATTACKER_ADDRESSES.length} addresses`}`,
  );
  const attackedProbes = await probeDuring(probesProcess, attackedWorld, async () =>
    printLine(`attack: ${describeOutcome(AttackOutcome.parse(await sendAttackOrder('attack', ATTACKER_ADDRESSES)))}`),
  );
  for (const probeFailure of new Set([...idleProbes.failures, ...attackedProbes.failures]))
    printLine(`attack: failed: ${probeFailure}`);
  return benchFiguresOf(idleProbes, attackedProbes);
};

/**
 * Measures how long `/livez` and a correct login take in comparison with the idle gateway, while maps, registrations,
 * pictures and searches are requested all at once, pictures are uploaded slowly, and sockets follow and leave topics.
 * All requests use this machine's loopback interface.
 */
export const benchAttack = async (print: (line: string) => void): Promise<BenchFigure[]> => {
  print('attack: building what changed');
  buildProduct('gateway');
  const world = await startWorld({ product: repositoryRoot, content: 'demo', settings: { RATE_LIMITS: 'default' } });
  const children = [
    startProcess(new URL('probes.ts', import.meta.url)),
    startProcess(new URL('attackers.ts', import.meta.url)),
  ] as const;
  try {
    return await attackWorld(world, children, print);
  } finally {
    for (const child of children) if (child.connected) child.disconnect();
    await world.stop();
  }
};
