import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { repositoryRoot as ownRoot } from '../world/product';
import type { ScriptCoverage } from './executed-files';
import { createExecutedFilesFinder } from './executed-files';
import type { Flow } from './flows';
import { FLOWS, MAX_FILES_BY_FLOW } from './flows';
import { buildTracedProduct } from './traced-product';
import { openTraceHarness } from './trace-harness';

const USAGE_TEXT = `npm run trace -- [${FLOWS.map(({ name }) => name).join('|')}…] [--files] [--root DIR]
  Which product files does a click cross? Counts, for each flow, the source files of which a function ran in gateway or browser.
  --files     names them
  --root DIR  traces another checkout, with its packages installed; one that is older than the trace needs the switch TRACED_BUILD of shared-ui/build first`;

/**
 * Time in ms after which a new page has stored its language and a new gateway has rendered its first list. Both happen
 * without a user, so their code must not count for a flow.
 */
const SETTLE_DELAY_MS = 4_000;

/**
 * Number of times that each flow is traced. A file counts if it is used in at least one run, so that random races
 * between requests change the result less.
 */
const RUN_COUNT = 3;

const traceFlowOnce = async (flow: Flow, productFolder: string): Promise<readonly ScriptCoverage[]> => {
  const { browser, gateway, close, ...harness } = await openTraceHarness(productFolder);
  const takeCoverage = async (): Promise<readonly ScriptCoverage[]> =>
    (await Promise.all([browser.takeCoverage(), gateway.takeCoverage()])).flat();
  try {
    const runFlow = await flow.openFlow(harness);
    await new Promise((resolve) => setTimeout(resolve, SETTLE_DELAY_MS));
    await gateway.holdIntervals();
    await takeCoverage();
    await runFlow();
    return await takeCoverage();
  } finally {
    await close();
  }
};

const packageOf = (sourceFile: string): string =>
  /^api-gateway\/(?:contract|sandbox)|^[^/]+/.exec(sourceFile)?.[0] ?? sourceFile;

const formatPackageCounts = (files: readonly string[]): string => {
  const countByPackage = new Map<string, number>();
  for (const file of files) countByPackage.set(packageOf(file), (countByPackage.get(packageOf(file)) ?? 0) + 1);
  return [...countByPackage].map(([packageName, fileCount]) => `${packageName} ${fileCount}`).join(', ');
};

const traceFlows = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { files: { type: 'boolean', default: false }, root: { type: 'string', default: ownRoot } },
    allowPositionals: true,
  });
  const chosenFlows = FLOWS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
  if (positionals.some((flowArgument) => !FLOWS.some(({ name }) => name === flowArgument))) throw new Error(USAGE_TEXT);
  const tracedProduct = buildTracedProduct(resolve(values.root), (outputLine) => console.error(outputLine));
  const findExecutedFiles = createExecutedFilesFinder(tracedProduct);
  for (const flow of chosenFlows) {
    const filesByRun: ReadonlySet<string>[] = [];
    for (let runIndex = 0; runIndex < RUN_COUNT; runIndex += 1)
      filesByRun.push(findExecutedFiles(await traceFlowOnce(flow, tracedProduct.folder)));
    const files = [...new Set(filesByRun.flatMap((filesOfRun) => [...filesOfRun]))].sort();
    const unsteadyFiles = files.filter((file) => !filesByRun.every((filesOfRun) => filesOfRun.has(file)));
    console.log(
      `${flow.title}: ${files.length} files (${formatPackageCounts(files)}), ${unsteadyFiles.length} of them in some runs only`,
    );
    const maxFiles = MAX_FILES_BY_FLOW[flow.name];
    if (maxFiles !== undefined && files.length > maxFiles) {
      console.error(`${flow.title} crosses ${files.length} files; at most ${maxFiles} are allowed`);
      process.exitCode = 1;
    }
    if (values.files) for (const file of files) console.log(`  ${file}`);
  }
};

traceFlows().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
