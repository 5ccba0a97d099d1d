import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { workspacesOf } from '../shared-ui/build/workspaces.mjs';

/** Returns true for code of the product. Tests and their doubles may import from everywhere. */
const isProduct = (path) =>
  /\.(tsx?|mjs|cjs|js)$/.test(path) &&
  !/\.(test|spec|stories|scenarios)\.\w+$|\.d\.m?ts$|(^|\/)(alone|alone-fixtures|fake-[a-z-]+)\.tsx?$/.test(path) &&
  !/(^|\/)(testing|fakes|fixtures)\//.test(path);

const ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'];

/** Returns the imports between files: `[importing, imported]`. `files` maps each path to its text. */
export const importsIn = (files) =>
  [...files].flatMap(([path, text]) =>
    ts
      .preProcessFile(text, true, true)
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .flatMap(({ fileName }) => {
        const target = posix.join(posix.dirname(path), fileName);
        const ending = ENDINGS.find((candidate) => files.has(target + candidate));
        return ending === undefined ? [] : [[path, target + ending]];
      }),
  );

const workspaceOf = (path, workspaces) =>
  workspaces
    .filter((folder) => path.startsWith(`${folder}/`))
    .sort((one, other) => other.length - one.length)
    .at(0) ?? path.split('/')[0];

/**
 * Returns the deepest folder that holds both paths, and for each path the entry of that folder which leads to it: a
 * subfolder or a file.
 */
const commonFolderOf = (from, target) => {
  const [one, other] = [from.split('/'), target.split('/')];
  let depth = 0;
  while (one[depth] === other[depth]) depth += 1;
  return {
    parent: one.slice(0, depth).join('/'),
    nodes: [one[depth], other[depth]],
  };
};

const canReach = (edges, from, target, visitedNodes = new Set()) => {
  for (const next of edges.get(from)?.keys() ?? []) {
    if (next === target) return true;
    if (visitedNodes.has(next)) continue;
    visitedNodes.add(next);
    if (canReach(edges, next, target, visitedNodes)) return true;
  }
  return false;
};

const addTo = (graphs, parent, [from, target], example) => {
  const graph = graphs.get(parent) ?? new Map();
  graphs.set(parent, graph);
  const targets = graph.get(from) ?? new Map();
  graph.set(from, targets);
  if (!targets.has(target)) targets.set(target, example);
};

/** Returns the edges of a graph that lie on a cycle. */
const cyclicEdges = (graph) =>
  [...graph].flatMap(([from, targets]) =>
    [...targets]
      .filter(([target]) => canReach(graph, target, from))
      .map(([target, example]) => ({ from, to: target, example })),
  );

/**
 * Returns the import cycles between folders, at every depth. In each folder, a subfolder is one node, and each file is
 * one node. A front door (`index.ts`) is no node, because it exports files below its folder.
 */
export const folderCycles = (imports) => {
  const graphs = new Map();
  for (const [from, target] of imports) {
    const { parent, nodes } = commonFolderOf(from, target);
    if (!nodes.includes('index.ts')) addTo(graphs, parent, nodes, [from, target]);
  }
  return [...graphs]
    .map(([parent, graph]) => ({ parent, edges: cyclicEdges(graph) }))
    .filter(({ edges }) => edges.length > 0)
    .sort((one, other) => (one.parent < other.parent ? -1 : 1));
};

/**
 * Returns the names of the repositories (`…Repository`) that a front door exports; `*` stands for an export of
 * everything in a repository's file.
 */
export const exportedRepositories = (text) => {
  const file = ts.createSourceFile('index.ts', text, ts.ScriptTarget.Latest, true);
  return file.statements.filter(ts.isExportDeclaration).flatMap(({ moduleSpecifier, exportClause }) => {
    if (exportClause !== undefined && ts.isNamedExports(exportClause))
      return exportClause.elements.map(({ name }) => name.text).filter((name) => name.endsWith('Repository'));
    const source = moduleSpecifier?.getText(file) ?? '';
    return /repository\W?$/.test(source) ? ['*'] : [];
  });
};

const linesOf = ({ parent, edges }) => [
  `${parent === '' ? '(workspace)' : parent}:`,
  ...edges.map(({ from, to, example }) => `  ${from} → ${to}: ${example[0]} imports ${example[1]}`),
];

/**
 * Returns the problems of the checkout at `root`: a `Map` from each workspace to the lines that describe its problems.
 */
export const checkFolders = (root) => {
  const workspaces = workspacesOf(root);
  const listedFiles = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n');
  const paths = listedFiles.filter((path) => isProduct(path) && existsSync(join(root, path)));
  const imports = importsIn(new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
  const problems = new Map();
  const add = (workspace, lines) => problems.set(workspace, [...(problems.get(workspace) ?? []), ...lines]);

  const inside = imports.filter(([from, target]) => workspaceOf(from, workspaces) === workspaceOf(target, workspaces));
  for (const cycle of folderCycles(inside)) add(workspaceOf(`${cycle.parent}/`, workspaces), linesOf(cycle));

  // A remote's browser tests (`mf-…/e2e`) count as part of the workspace e2e, because e2e finds and runs them.
  const owner = (path) => (/^mf-[^/]+\/e2e\//.test(path) ? 'e2e' : workspaceOf(path, workspaces)).replaceAll('/', '+');
  const between = imports.map(([from, target]) => [`${owner(from)}/${from}`, `${owner(target)}/${target}`]);
  for (const cycle of folderCycles(between.filter(([from, target]) => from.split('/')[0] !== target.split('/')[0])))
    add('between workspaces', linesOf(cycle));

  for (const path of paths.filter((file) => /^api-gateway\/src\/modules\/[^/]+\/index\.ts$/.test(file)))
    for (const name of exportedRepositories(readFileSync(join(root, path), 'utf8')))
      add('front doors', [`${path} exports the repository ${name}: export a service or a type of one`]);
  return problems;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problems = checkFolders(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const [workspace, lines] of problems) {
    const count = lines.filter((line) => !line.endsWith(':')).length;
    console.error(`${workspace}: ${count} ${count === 1 ? 'import' : 'imports'} to turn`);
    for (const line of lines) console.error(`  ${line}`);
  }
  if (problems.size > 0) console.error('Move what both need into the lower folder, or make one folder of the two.');
  process.exitCode = problems.size === 0 ? 0 : 1;
}
