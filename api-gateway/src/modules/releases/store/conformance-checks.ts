import { CONFORMANCE_SUITE_VERSION, ConformanceReport } from '@mahlzeit/contract';
import type { ReleaseProblem } from '@mahlzeit/contract';
import type { RemoteManifest } from '../manifest';
import { integrityOf } from './release-archive';
import type { UnpackedRelease } from './release-archive';
import { releaseProblem } from './release-problem';

// Maximum number of findings that a problem names. Many findings would fill the response; the team sees all of them
// where it runs the suite.
const MAX_NAMED_FINDINGS = 10;

const parseReport = (reportFile: Buffer): ConformanceReport | null => {
  try {
    return ConformanceReport.parse(JSON.parse(reportFile.toString('utf8')));
  } catch {
    // Returns null for a file that is no JSON, or lacks a field.
    return null;
  }
};

const kilobytesText = (bytes: number): string => (bytes / 1000).toFixed(1).replace('.', ',');

const budgetProblems = (
  { screens, slots }: RemoteManifest,
  { budgets }: ConformanceReport,
): readonly ReleaseProblem[] => [
  ...[...screens, ...slots]
    .filter((part) => !Object.hasOwn(budgets, part))
    .map((part) => releaseProblem('budgetMissing', { part })),
  ...Object.entries(budgets)
    .filter(([, { bytes, bound }]) => bytes > bound)
    .map(([part, { bytes, bound }]) =>
      releaseProblem('budgetExceeded', { part, size: kilobytesText(bytes), bound: kilobytesText(bound) }),
    ),
];

/**
 * Checks the conformance report in an uploaded release: it must belong to this build, and must contain no findings. The
 * team could forge the report, like the release itself; the check protects against mistakes, not against malice.
 */
export const checkConformance = ({
  manifest,
  manifestFile,
  reportFile,
}: Pick<UnpackedRelease, 'manifest' | 'manifestFile' | 'reportFile'>): readonly ReleaseProblem[] => {
  const { name, version } = manifest;
  if (reportFile === null) return [releaseProblem('conformanceMissing', { name })];
  const report = parseReport(reportFile);
  if (report === null) return [releaseProblem('conformanceInvalid', { name })];
  if (report.name !== name || report.version !== version || report.manifest !== integrityOf(manifestFile))
    return [releaseProblem('conformanceStale', { name, version, reported: `${report.name} ${report.version}` })];
  if (report.suite < CONFORMANCE_SUITE_VERSION)
    return [releaseProblem('conformanceOutdated', { name, suite: report.suite, required: CONFORMANCE_SUITE_VERSION })];
  return [
    ...(report.passed === 0 && report.findings.length === 0 ? [releaseProblem('conformanceEmpty', { name })] : []),
    ...report.findings
      .slice(0, MAX_NAMED_FINDINGS)
      .map((finding) => releaseProblem('conformanceFinding', { finding, name })),
    ...budgetProblems(manifest, report),
    ...report.bundled.map((packageName) => releaseProblem('sharedBundled', { package: packageName })),
  ];
};
