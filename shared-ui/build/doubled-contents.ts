import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { ACCEPTED_DOUBLES } from './accepted-doubles';
import type { AcceptedDouble } from './accepted-doubles';
import { packageNameOf } from './chunk-scripts';
import { findRepositoryRoot, frontendsOf } from './workspace-package';
import { pagesOf } from './workspaces.mjs';

const ContentReport = z.object({ name: z.string(), contents: z.record(z.string(), z.number()) });
/** Bytes (brotli) of each module in one release, by the path of its file. */
type ContentReport = z.infer<typeof ContentReport>;

/** npm package or source file of this repository of which more than one release contains the same modules. */
interface DoubledContent {
  /** Name of the package, or path of the file in the repository. */
  readonly content: string;
  /** Bytes (brotli) of the doubled modules in each release that contains some of them. */
  readonly bytesByRelease: Readonly<Record<string, number>>;
  /**
   * Bytes that would be saved if each of these modules existed only once: all bytes except those of the largest copies.
   */
  readonly extraBytes: number;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);

/** Returns the releases that contain a module, each with the bytes of its copy. */
const copiesOf = (reports: readonly ContentReport[], path: string) =>
  reports.flatMap(({ name, contents }) => {
    const bytes = contents[path];
    return bytes === undefined ? [] : [{ release: name, bytes }];
  });

const doubledContentOf = (content: string, copiesByModule: readonly ReturnType<typeof copiesOf>[]): DoubledContent => {
  const bytesByRelease: Record<string, number> = {};
  for (const { release, bytes } of copiesByModule.flat())
    bytesByRelease[release] = (bytesByRelease[release] ?? 0) + bytes;
  const largestCopies = copiesByModule.map((copies) => Math.max(...copies.map(({ bytes }) => bytes)));
  return { content, bytesByRelease, extraBytes: sumOf(Object.values(bytesByRelease)) - sumOf(largestCopies) };
};

/**
 * Returns all packages and source files of which more than one release contains the same modules, the heaviest first.
 */
export const findDoubles = (reports: readonly ContentReport[]): readonly DoubledContent[] => {
  const copiesByContent = new Map<string, ReturnType<typeof copiesOf>[]>();
  for (const path of new Set(reports.flatMap(({ contents }) => Object.keys(contents)))) {
    const copies = copiesOf(reports, path);
    const content = packageNameOf(`/${path}`) ?? path;
    if (copies.length > 1) copiesByContent.set(content, [...(copiesByContent.get(content) ?? []), copies]);
  }
  return [...copiesByContent]
    .map(([content, copiesByModule]) => doubledContentOf(content, copiesByModule))
    .sort((left, right) => right.extraBytes - left.extraBytes);
};

const isCoveredBy = ({ content }: AcceptedDouble, name: string): boolean =>
  content.endsWith('/') ? name.startsWith(content) : name === content;

/**
 * Returns the problems of contents that several releases contain: those that nobody has accepted, and entries of the
 * accepted list that no longer fit.
 */
export const findDoubleProblems = (
  doubles: readonly DoubledContent[],
  acceptedDoubles: readonly AcceptedDouble[],
): readonly string[] => [
  ...doubles
    .filter(({ content }) => !acceptedDoubles.some((accepted) => isCoveredBy(accepted, content)))
    .map(
      ({ content, extraBytes, bytesByRelease }) =>
        `${content} is in ${Object.keys(bytesByRelease).join(', ')} (${extraBytes} bytes too many): share it by shared-policy.ts, or accept it with a reason in accepted-doubles.ts`,
    ),
  ...acceptedDoubles.flatMap((accepted) => {
    const coveredDoubles = doubles.filter(({ content }) => isCoveredBy(accepted, content));
    const extraBytes = sumOf(coveredDoubles.map((double) => double.extraBytes));
    if (coveredDoubles.length === 0)
      return [`${accepted.content} is in one release at most: take it out of accepted-doubles.ts`];
    return extraBytes > accepted.maxExtraBytes
      ? [`${accepted.content} has ${extraBytes} bytes too many, accepted are ${accepted.maxExtraBytes}`]
      : [];
  }),
];

/** Formats the contents that several releases contain as a table, the heaviest first. */
export const formatDoubles = (doubles: readonly DoubledContent[]): string =>
  doubles
    .map(({ content, extraBytes, bytesByRelease }) => {
      const copies = Object.entries(bytesByRelease).map(([release, bytes]) => `${release} ${bytes}`);
      return `${String(extraBytes).padStart(7)}  ${content.padEnd(56)} ${copies.join(', ')}`;
    })
    .join('\n');

/** Reads the size reports of the shell and of all remotes below `root`. Throws when one of them isn't built. */
const readContentReports = (root: string): readonly ContentReport[] => {
  const pageFolders = pagesOf(root);
  return frontendsOf(root)
    .filter((folder) => !pageFolders.includes(folder))
    .map((folder) => ContentReport.parse(JSON.parse(readFileSync(join(root, folder, 'dist/sizes.json'), 'utf8'))));
};

/**
 * Prints all contents that more than one release has, with their bytes, and each problem. Returns the exit code: 1 if
 * there is a problem.
 */
const reportDoubles = (root: string): number => {
  const doubledContents = findDoubles(readContentReports(root));
  console.log(`Bytes (brotli) that one shared copy would save, what is doubled, and the bytes in each release:
${formatDoubles(doubledContents)}
${String(sumOf(doubledContents.map(({ extraBytes }) => extraBytes))).padStart(7)}  in all`);
  const problems = findDoubleProblems(doubledContents, ACCEPTED_DOUBLES);
  for (const problem of problems) console.error(problem);
  return problems.length === 0 ? 0 : 1;
};

if (process.argv[1]?.endsWith('doubled-contents.ts'))
  process.exitCode = reportDoubles(findRepositoryRoot(process.cwd()));
