import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { buildProduct, repositoryRoot } from '../../world/product';
import type { World } from '../../world/start-world';
import { startWorld } from '../../world/start-world';
import { openChat } from '../live/open-chat';
import { nextReply, startChild } from '../measure/child-reply';
import type { BenchFigure } from '../measure/figure';
import { boundCountFigure, boundRatioFigure, median, reportedMsFigure } from '../measure/figure';
import type { AttackOrder } from './attackers';
import type { AttackTarget } from './loads/load';
import { openWritingPartner } from './partner-writes';
import { AttackOutcome, ProbeResult } from './replies';
import type { LoadName } from './replies';

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

const METRICS_TOKEN = 'metrics-token-of-the-attack-bench';

/** A load with its description, and the outcome that each request or connection of a kind must have. */
interface DescribedLoad {
  readonly name: LoadName;
  readonly title: string;
  readonly servedOutcomes: Readonly<Record<string, string>>;
  /** Whether a partner writes meanwhile. */
  readonly hasPartnerWrites?: boolean;
}

const LOADS: readonly DescribedLoad[] = [
  {
    name: 'flood',
    title: '200 maps, 2,000 registrations, 200 pictures, 200 searches, 100 slow uploads and 50 sockets of 5 people',
    servedOutcomes: {},
  },
  {
    name: 'subscriptions',
    title: '12,800 subscriptions of 200 sockets, while a partner writes',
    servedOutcomes: { subscriptions: 'live', sockets: 'all live' },
    hasPartnerWrites: true,
  },
  { name: 'sockets', title: '1,000 sockets at once', servedOutcomes: { sockets: 'welcome' } },
  {
    name: 'messages',
    title: '500 messages of ten people at once',
    servedOutcomes: { messages: '200', readers: 'all' },
  },
  { name: 'metrics', title: '300 requests for the metrics at once', servedOutcomes: { metrics: '200' } },
  {
    name: 'expiry',
    title: '800 connections that say nothing until they expire',
    servedOutcomes: { connections: 'closed by the gateway' },
  },
];

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

/** Durations of the probes while a load ran, and what became of the load. */
interface MeasuredLoad {
  readonly load: DescribedLoad;
  readonly probes: ProbeResult;
  readonly outcome: AttackOutcome;
}

const idleFiguresOf = (idleProbes: ProbeResult): BenchFigure[] =>
  PROBE_BOUNDS.flatMap(({ name, of }) => [
    reportedMsFigure(BENCH_AREA, `${name}: median of ${of(idleProbes).length}, idle`, median(of(idleProbes))),
    reportedMsFigure(BENCH_AREA, `${name}: slowest, idle`, slowestTimeOf(of(idleProbes))),
  ]);

const countUnserved = ({ load: { servedOutcomes }, outcome }: MeasuredLoad): number =>
  Object.entries(servedOutcomes)
    .flatMap(([kind, servedOutcome]) =>
      Object.entries(outcome[kind] ?? {}).filter(([endOutcome]) => endOutcome !== servedOutcome),
    )
    .reduce((sum, [, count]) => sum + count, 0);

const loadFiguresOf = (idleProbes: ProbeResult, measuredLoad: MeasuredLoad): BenchFigure[] => {
  const { load, probes } = measuredLoad;
  return [
    ...PROBE_BOUNDS.flatMap(({ name, of, median: maxMedian, slowest: maxSlowest }): BenchFigure[] => {
      const [idleMedianMs, attackedTimes] = [median(of(idleProbes)), of(probes)];
      return [
        boundRatioFigure(
          BENCH_AREA,
          `${load.name}: ${name}: median of ${attackedTimes.length} against the idle median`,
          {
            ratio: median(attackedTimes) / idleMedianMs,
            maximum: maxMedian,
          },
        ),
        boundRatioFigure(BENCH_AREA, `${load.name}: ${name}: slowest against the idle median`, {
          ratio: slowestTimeOf(attackedTimes) / idleMedianMs,
          maximum: maxSlowest,
        }),
      ];
    }),
    boundCountFigure(BENCH_AREA, `${load.name}: /livez and logins that failed`, {
      count: probes.failures.length,
      maximum: 0,
    }),
    ...(Object.keys(load.servedOutcomes).length === 0
      ? []
      : [
          boundCountFigure(BENCH_AREA, `${load.name}: what was not served`, {
            count: countUnserved(measuredLoad),
            maximum: 0,
          }),
        ]),
  ];
};

const describeOutcome = (outcome: AttackOutcome): string =>
  Object.entries(outcome)
    .map(
      ([requestKind, countByStatus]) =>
        `${requestKind} ${Object.entries(countByStatus)
          .map(([status, responseCount]) => `${responseCount} × ${status === '0' ? 'no answer' : status}`)
          .join(', ')}`,
    )
    .join('; ');

const attackTargetOf = async (world: World): Promise<AttackTarget> => {
  const { chatKey, author, reader, silentMembers } = await openChat(world);
  return {
    url: world.url,
    addresses: ATTACKER_ADDRESSES,
    memberAddresses: MEMBER_ADDRESSES,
    metricsToken: METRICS_TOKEN,
    chat: { key: chatKey, tokens: [author, reader, ...silentMembers].map(({ session: { idToken } }) => idToken) },
  };
};

const attackWorld = async (
  attackedWorld: World,
  [probesProcess, attackersProcess]: readonly [ChildProcess, ChildProcess],
  printLine: (line: string) => void,
): Promise<BenchFigure[]> => {
  await registerMember(attackedWorld.url);
  printLine('attack: ten people meet in a chat');
  const target = await attackTargetOf(attackedWorld);
  const sendOrder = async (kind: AttackOrder['kind'], load: LoadName): Promise<unknown> => {
    const reply = nextReply(attackersProcess);
    attackersProcess.send({ kind, load, target } satisfies AttackOrder);
    return reply;
  };
  const measureLoad = async (load: DescribedLoad): Promise<MeasuredLoad> => {
    await delay(SETTLE_MS);
    printLine(`attack: ${load.title}`);
    let outcome: AttackOutcome = {};
    const probes = await probeDuring(probesProcess, attackedWorld, async () => {
      outcome = AttackOutcome.parse(await sendOrder('run', load.name));
    });
    printLine(`attack: ${describeOutcome(outcome)}`);
    for (const probeFailure of new Set(probes.failures)) printLine(`attack: failed: ${probeFailure}`);
    return { load, probes, outcome };
  };

  const partner = await openWritingPartner(attackedWorld);
  printLine('attack: members and visitors register');
  // The flood uses up the sessions that its addresses may begin.
  for (const load of LOADS) await sendOrder('prepare', load.name);
  await delay(SETTLE_MS);
  printLine(`attack: idle for ${IDLE_PROBE_MS / 1_000} s`);
  const idleProbes = await probeDuring(probesProcess, attackedWorld, () => delay(IDLE_PROBE_MS));
  const loadFigures: BenchFigure[] = [];
  for (const load of LOADS) {
    if (load.hasPartnerWrites === true) partner.start();
    loadFigures.push(...loadFiguresOf(idleProbes, await measureLoad(load)));
    if (load.hasPartnerWrites === true) loadFigures.push(...(await partner.stop()));
  }
  return [...idleFiguresOf(idleProbes), ...loadFigures];
};

/**
 * Measures how long `/livez` and a correct login take under each load, in comparison with the idle gateway. All
 * requests use this machine's loopback interface.
 */
export const benchAttack = async (print: (line: string) => void): Promise<BenchFigure[]> => {
  print('attack: building what changed');
  buildProduct('gateway');
  const world = await startWorld({
    product: repositoryRoot,
    content: 'demo',
    settings: { RATE_LIMITS: 'default', METRICS_TOKEN },
  });
  const children = [
    startChild(new URL('probes.ts', import.meta.url)),
    startChild(new URL('attackers.ts', import.meta.url)),
  ] as const;
  try {
    return await attackWorld(world, children, print);
  } finally {
    for (const child of children) if (child.connected) child.disconnect();
    await world.stop();
  }
};
