import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import { CHROMIUM_LAUNCH } from './cold-visit';

const Category = z.object({
  score: z.nullable(z.number()),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
});
const Audit = z.object({ score: z.nullable(z.number()), numericValue: z.optional(z.number()), title: z.string() });
const Report = z.object({
  runtimeError: z.optional(z.object({ message: z.string() })),
  categories: z.object({ performance: Category, accessibility: Category, 'best-practices': Category }),
  audits: z.record(z.string(), Audit),
});

/** Categories of Lighthouse whose scores have a bound. */
export const CATEGORIES = ['performance', 'accessibility', 'best-practices'] as const;

/** Lighthouse's scores of one visit. */
export interface LighthouseVisit {
  /** Scores from 0 to 100. */
  readonly scores: Readonly<Record<(typeof CATEGORIES)[number], number>>;
  /** Largest contentful paint and total blocking time in milliseconds, as Lighthouse simulates them. */
  readonly lcpMs: number;
  readonly tbtMs: number;
  /** Titles of the failed audits that reduce a score other than performance. */
  readonly failedAudits: readonly string[];
}

const DEADLINE_MS = 120_000;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

const execFileAsync = promisify(execFile);
const cliFile = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'));

const scoreOf = ({ score }: z.infer<typeof Category>): number => Math.round((score ?? 0) * 100);

const visitOf = ({ categories, audits, runtimeError }: z.infer<typeof Report>): LighthouseVisit => {
  if (runtimeError !== undefined) throw new Error(`Lighthouse: ${runtimeError.message}`);
  return {
    scores: {
      performance: scoreOf(categories.performance),
      accessibility: scoreOf(categories.accessibility),
      'best-practices': scoreOf(categories['best-practices']),
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
    cliFile,
    url,
    '--quiet',
    '--output=json',
    '--output-path=stdout',
    `--only-categories=${CATEGORIES.join(',')}`,
    '--no-enable-error-reporting',
  ];
  const { stdout } = await execFileAsync(
    process.execPath,
    [...cliArguments, `--chrome-flags=--headless ${CHROMIUM_LAUNCH.flags.join(' ')}`],
    {
      env: { ...process.env, CHROME_PATH: CHROMIUM_LAUNCH.path },
      timeout: DEADLINE_MS,
      maxBuffer: MAX_OUTPUT_BYTES,
    },
  );
  return visitOf(Report.parse(JSON.parse(stdout)));
};

// Sometimes the browser's recording lacks its beginning. Lighthouse then has measured nothing, so the visit is repeated
// once.
const isUnrecorded = (error: unknown): boolean => error instanceof Error && error.message.includes('NO_NAVSTART');

/** Lets Lighthouse visit a URL as a phone in a new browser. */
export const askLighthouse = (url: string): Promise<LighthouseVisit> =>
  runLighthouse(url).catch((error: unknown) => {
    if (!isUnrecorded(error)) throw error;
    return runLighthouse(url);
  });
