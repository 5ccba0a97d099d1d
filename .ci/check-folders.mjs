import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { workspacesOf } from '../shared-ui/build/workspaces.mjs';

/** Returns true for code of the product, whose imports are checked. Tests and fakes may import from everywhere. */
const isProductCode = (path) =>
  /\.(tsx?|mjs|cjs|js)$/.test(path) &&
  !/\.(test|spec|stories|scenarios)\.\w+$|\.d\.m?ts$|(^|\/)(alone|alone-fixtures|fake-[a-z-]+)\.tsx?$/.test(path) &&
  !/(^|\/)(testing|fakes|fixtures)\//.test(path);

const IMPORT_ENDINGS = ['', '.ts', '.tsx', '.mjs', '/index.ts', '/index.tsx'];

/** Returns the imports between files: `[importing, imported]`. `files` maps each path to its text. */
export const importsIn = (files) =>
  [...files].flatMap(([path, text]) =>
    ts
      .preProcessFile(text, true, true)
      .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
      .flatMap(({ fileName }) => {
        const targetPath = posix.join(posix.dirname(path), fileName);
        const pathEnding = IMPORT_ENDINGS.find((candidate) => files.has(targetPath + candidate));
        return pathEnding === undefined ? [] : [[path, targetPath + pathEnding]];
      }),
  );

const workspaceOf = (path, workspaces) =>
  workspaces
    .filter((folder) => path.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)
    .at(0) ?? path.split('/')[0];

/**
 * Returns the deepest folder that holds both paths, and for each path the entry of that folder which leads to it: a
 * subfolder or a file.
 */
const commonFolderOf = (importingPath, importedPath) => {
  const [importingSegments, importedSegments] = [importingPath.split('/'), importedPath.split('/')];
  let commonDepth = 0;
  while (importingSegments[commonDepth] === importedSegments[commonDepth]) commonDepth += 1;
  return {
    parent: importingSegments.slice(0, commonDepth).join('/'),
    nodes: [importingSegments[commonDepth], importedSegments[commonDepth]],
  };
};

const canReach = (edges, startNode, targetNode, visitedNodes = new Set()) => {
  for (const nextNode of edges.get(startNode)?.keys() ?? []) {
    if (nextNode === targetNode) return true;
    if (visitedNodes.has(nextNode)) continue;
    visitedNodes.add(nextNode);
    if (canReach(edges, nextNode, targetNode, visitedNodes)) return true;
  }
  return false;
};

const addEdge = (graphByFolder, parentFolder, [sourceNode, targetNode], exampleImport) => {
  const exampleByEdge = graphByFolder.get(parentFolder) ?? new Map();
  graphByFolder.set(parentFolder, exampleByEdge);
  const exampleByTarget = exampleByEdge.get(sourceNode) ?? new Map();
  exampleByEdge.set(sourceNode, exampleByTarget);
  if (!exampleByTarget.has(targetNode)) exampleByTarget.set(targetNode, exampleImport);
};

/** Returns the edges of a graph that lie on a cycle. */
const cyclicEdges = (graph) =>
  [...graph].flatMap(([sourceNode, exampleByTarget]) =>
    [...exampleByTarget]
      .filter(([targetNode]) => canReach(graph, targetNode, sourceNode))
      .map(([target, exampleImport]) => ({ from: sourceNode, to: target, example: exampleImport })),
  );

/**
 * Returns the import cycles between folders, at every depth. In each folder, a subfolder is one node, and each file is
 * one node. A front door (`index.ts`) is no node, because it exports files below its folder.
 */
export const folderCycles = (imports) => {
  const graphByFolder = new Map();
  for (const [importingPath, importedPath] of imports) {
    const { parent, nodes } = commonFolderOf(importingPath, importedPath);
    if (!nodes.includes('index.ts')) addEdge(graphByFolder, parent, nodes, [importingPath, importedPath]);
  }
  return [...graphByFolder]
    .map(([parentFolder, graph]) => ({ parent: parentFolder, edges: cyclicEdges(graph) }))
    .filter(({ edges }) => edges.length > 0)
    .sort((a, b) => (a.parent < b.parent ? -1 : 1));
};

/**
 * Returns the names of the repositories (`…Repository`) that a front door exports; `*` stands for an export of
 * everything in a repository's file.
 */
export const exportedRepositories = (text) => {
  const sourceFile = ts.createSourceFile('index.ts', text, ts.ScriptTarget.Latest, true);
  return sourceFile.statements.filter(ts.isExportDeclaration).flatMap(({ moduleSpecifier, exportClause }) => {
    if (exportClause !== undefined && ts.isNamedExports(exportClause))
      return exportClause.elements.map(({ name }) => name.text).filter((name) => name.endsWith('Repository'));
    const specifier = moduleSpecifier?.getText(sourceFile) ?? '';
    return /repository\W?$/.test(specifier) ? ['*'] : [];
  });
};

const cycleLinesOf = ({ parent, edges }) => [
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
  const productPaths = listedFiles.filter((path) => isProductCode(path) && existsSync(join(root, path)));
  const imports = importsIn(new Map(productPaths.map((path) => [path, readFileSync(join(root, path), 'utf8')])));
  const problemsByWorkspace = new Map();
  const addProblems = (workspace, problemLines) =>
    problemsByWorkspace.set(workspace, [...(problemsByWorkspace.get(workspace) ?? []), ...problemLines]);

  const importsInsideWorkspaces = imports.filter(
    ([importingPath, importedPath]) => workspaceOf(importingPath, workspaces) === workspaceOf(importedPath, workspaces),
  );
  for (const cycle of folderCycles(importsInsideWorkspaces))
    addProblems(workspaceOf(`${cycle.parent}/`, workspaces), cycleLinesOf(cycle));

  // A remote's browser tests (`mf-…/e2e`) count as part of the workspace e2e, because e2e finds and runs them.
  const ownerWorkspaceOf = (path) =>
    (/^mf-[^/]+\/e2e\//.test(path) ? 'e2e' : workspaceOf(path, workspaces)).replaceAll('/', '+');
  const importsWithOwners = imports.map(([importingPath, importedPath]) => [
    `${ownerWorkspaceOf(importingPath)}/${importingPath}`,
    `${ownerWorkspaceOf(importedPath)}/${importedPath}`,
  ]);
  for (const cycle of folderCycles(
    importsWithOwners.filter(
      ([importingPath, importedPath]) => importingPath.split('/')[0] !== importedPath.split('/')[0],
    ),
  ))
    addProblems('between workspaces', cycleLinesOf(cycle));

  for (const path of productPaths.filter((file) => /^api-gateway\/src\/modules\/[^/]+\/index\.ts$/.test(file)))
    for (const name of exportedRepositories(readFileSync(join(root, path), 'utf8')))
      addProblems('front doors', [`${path} exports the repository ${name}: export a service or a type of one`]);
  return problemsByWorkspace;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const problemsByWorkspace = checkFolders(dirname(dirname(fileURLToPath(import.meta.url))));
  for (const [workspace, lines] of problemsByWorkspace) {
    const importCount = lines.filter((line) => !line.endsWith(':')).length;
    console.error(`${workspace}: ${importCount} ${importCount === 1 ? 'import' : 'imports'} to turn`);
    for (const line of lines) console.error(`  ${line}`);
  }
  if (problemsByWorkspace.size > 0)
    console.error('Move what both need into the lower folder, or make one folder of the two.');
  process.exitCode = problemsByWorkspace.size === 0 ? 0 : 1;
}
