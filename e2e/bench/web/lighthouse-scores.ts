import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { CHROMIUM_LAUNCH } from '../../world/chromium-launch';

const LighthouseCategory = z.object({
  score: z.nullable(z.number()),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
});
const LighthouseAudit = z.object({
  score: z.nullable(z.number()),
  numericValue: z.optional(z.number()),
  title: z.string(),
});
const LighthouseReport = z.object({
  runtimeError: z.optional(z.object({ message: z.string() })),
  categories: z.object({
    performance: LighthouseCategory,
    accessibility: LighthouseCategory,
    'best-practices': LighthouseCategory,
  }),
  audits: z.record(z.string(), LighthouseAudit),
});

/** Categories that Lighthouse rates and for which the bench requires a minimum score. */
export const LIGHTHOUSE_CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

/** Result of one page visit by Lighthouse, Google's tool that rates web pages. */
export interface LighthouseVisit {
  /** Lighthouse's scores by category, from 0 to 100. */
  readonly scores: Readonly<Record<(typeof LIGHTHOUSE_CATEGORIES)[number], number>>;
  /** Largest contentful paint and total blocking time in milliseconds, as Lighthouse simulates them. */
  readonly lcpMs: number;
  readonly tbtMs: number;
  /** Titles of the failed audits that reduce a score other than performance. */
  readonly failedAudits: readonly string[];
}

const LIGHTHOUSE_DEADLINE_MS = 120_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const execFileAsync = promisify(execFile);
const lighthouseCliFile = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'));

const percentScoreOf = ({ score }: z.infer<typeof LighthouseCategory>): number => Math.round((score ?? 0) * 100);

const lighthouseVisitOf = ({ categories, audits, runtimeError }: z.infer<typeof LighthouseReport>): LighthouseVisit => {
  if (runtimeError !== undefined) throw new Error(`Lighthouse: ${runtimeError.message}`);
  return {
    scores: {
      performance: percentScoreOf(categories.performance),
      accessibility: percentScoreOf(categories.accessibility),
      'best-practices': percentScoreOf(categories['best-practices']),
    },
    lcpMs: audits['largest-contentful-paint']?.numericValue ?? NaN,
    tbtMs: audits['total-blocking-time']?.numericValue ?? NaN,
    failedAudits: [categories.accessibility, categories['best-practices']]
      .flatMap(({ auditRefs }) => auditRefs)
      .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
      .map(({ id }) => audits[id]?.title ?? id),
  };
};

const runLighthouse = async (url: string): Promise<LighthouseVisit> => {
  const cliArguments = [
    lighthouseCliFile,
    url,
    '--quiet',
    '--output=json',
    '--output-path=stdout',
    `--only-categories=${LIGHTHOUSE_CATEGORIES.join(',')}`,
    '--no-enable-error-reporting',
  ];
  const { stdout } = await execFileAsync(
    process.execPath,
    [...cliArguments, `--chrome-flags=--headless ${CHROMIUM_LAUNCH.flags.join(' ')}`],
    {
      env: { ...process.env, CHROME_PATH: CHROMIUM_LAUNCH.path },
      timeout: LIGHTHOUSE_DEADLINE_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
    },
  );
  return lighthouseVisitOf(LighthouseReport.parse(JSON.parse(stdout)));
};

// Sometimes the browser's recording lacks its beginning. Lighthouse then has measured nothing, so the visit is repeated
// once.
const isVisitUnrecorded = (error: unknown): boolean => error instanceof Error && error.message.includes('NO_NAVSTART');

/** Lets Lighthouse visit a URL as a phone in a new browser. */
export const runLighthouseWithRetry = (url: string): Promise<LighthouseVisit> =>
  runLighthouse(url).catch((error: unknown) => {
    if (!isVisitUnrecorded(error)) throw error;
    return runLighthouse(url);
  });
