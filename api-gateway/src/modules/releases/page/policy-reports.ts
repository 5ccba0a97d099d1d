import type { RemoteName } from '@mahlzeit/contract';
import express, { Router } from 'express';
import * as z from 'zod/mini';
import { AppError, clientAddress } from '../../../platform';
import type { CreateRateLimiter, ModuleGauge } from '../../../platform';

/** URL path to which browsers report violations of a page's Content-Security-Policy. */
export const POLICY_REPORTS_PATH = '/api/csp-reports';

/** Limit of requests with such reports from one IP address. A browser sends several reports in one request. */
const REPORTS_RATE_LIMIT = { points: 30, durationMs: 60_000 } as const;

const MAX_BODY = '32kb';
const MAX_REPORTS_PER_REQUEST = 50;

// Names of directives that are counted. They become labels of a metric, so nothing else that a client sends may become
// a label.
const DIRECTIVES: ReadonlySet<string> = new Set([
  ...['base-uri', 'connect-src', 'default-src', 'font-src', 'form-action', 'frame-ancestors', 'frame-src', 'img-src'],
  ...['manifest-src', 'media-src', 'object-src', 'require-trusted-types-for', 'script-src', 'script-src-attr'],
  ...['script-src-elem', 'style-src', 'style-src-attr', 'style-src-elem', 'trusted-types', 'worker-src'],
]);

const OTHER = 'other';

/**
 * A reported violation in the form of the Reporting API; below it the older form `report-uri`, which Firefox and Safari
 * send.
 */
const ReportingApiReport = z.object({
  type: z.literal('csp-violation'),
  body: z.object({ effectiveDirective: z.string(), sourceFile: z.nullish(z.string()) }),
});
const ReportUriReport = z.object({
  'csp-report': z.object({
    'effective-directive': z.optional(z.string()),
    'violated-directive': z.optional(z.string()),
    'source-file': z.nullish(z.string()),
  }),
});

/** A violated directive and the file whose code violated it; null where the browser names none. */
interface Violation {
  readonly directive: string;
  readonly sourceFile: string | null;
}

const violationOf = (report: unknown): readonly Violation[] => {
  const newer = ReportingApiReport.safeParse(report);
  if (newer.success)
    return [{ directive: newer.data.body.effectiveDirective, sourceFile: newer.data.body.sourceFile ?? null }];
  const reportUriResult = ReportUriReport.safeParse(report);
  if (!reportUriResult.success) return [];
  const values = reportUriResult.data['csp-report'];
  // Takes the first word of the violated directive, because older browsers send the directive together with its
  // sources.
  const [directive = ''] = (values['effective-directive'] ?? values['violated-directive'] ?? '').split(' ');
  return [{ directive, sourceFile: values['source-file'] ?? null }];
};

/** Returns the violations in the body of a request; none where the body is no report. */
export const violationsOf = (body: unknown): readonly Violation[] =>
  (Array.isArray(body) ? body.slice(0, MAX_REPORTS_PER_REQUEST) : [body]).flatMap(violationOf);

/** Returns the part of the page to which a file belongs by its URL: the shell, a remote or something else. */
const ownerOf = (sourceFile: string | null, remoteNames: ReadonlySet<string>): string => {
  if (sourceFile === null || !URL.canParse(sourceFile)) return OTHER;
  const [, folder, name] = new URL(sourceFile).pathname.split('/');
  if (folder === 'assets') return 'shell';
  return folder === 'remotes' && name !== undefined && remoteNames.has(name) ? name : OTHER;
};

interface PolicyReportsDeps {
  readonly createRateLimiter: CreateRateLimiter;
  /** Returns the names of the remotes that pages get at present. */
  listRemotes(): Promise<readonly RemoteName[]>;
}

/**
 * Creates the route that receives reports of browsers about violated policies, and the metric that counts them by
 * directive and remote. Nothing else of a report is stored, because its URLs may contain secrets.
 */
export const createPolicyReports = ({
  createRateLimiter,
  listRemotes,
}: PolicyReportsDeps): { readonly router: Router; readonly gauge: ModuleGauge } => {
  const limiter = createRateLimiter('csp-report', REPORTS_RATE_LIMIT);
  const countByLabels = new Map<string, { readonly directive: string; readonly remote: string; count: number }>();

  const count = ({ directive, sourceFile }: Violation, remoteNames: ReadonlySet<string>): void => {
    const labels = {
      directive: DIRECTIVES.has(directive) ? directive : OTHER,
      remote: ownerOf(sourceFile, remoteNames),
    };
    const key = JSON.stringify(labels);
    const counted = countByLabels.get(key) ?? { ...labels, count: 0 };
    counted.count += 1;
    countByLabels.set(key, counted);
  };

  const router = Router({ strict: true, caseSensitive: true });
  router.post(
    POLICY_REPORTS_PATH,
    async (request, _response, next) => {
      const attempt = await limiter.consume(clientAddress(request));
      if (!attempt.ok) throw new AppError('ErrorTooManyAttempts', { retryAfterMs: attempt.retryAfterMs });
      next();
    },
    express.json({ limit: MAX_BODY, type: ['application/reports+json', 'application/csp-report'] }),
    async (request, response) => {
      const violations = violationsOf(request.body);
      if (violations.length > 0) {
        const remoteNames = new Set<string>(await listRemotes());
        for (const violation of violations) count(violation, remoteNames);
      }
      response.status(204).end();
    },
  );
  return {
    router,
    gauge: {
      name: 'mahlzeit_csp_reports_total',
      help: 'Violations of the Content-Security-Policy that browsers have reported to this gateway',
      labelNames: ['directive', 'remote'],
      read: async () =>
        [...countByLabels.values()].map(({ directive, remote, count: value }) => ({
          labels: { directive, remote },
          value,
        })),
    },
  };
};
