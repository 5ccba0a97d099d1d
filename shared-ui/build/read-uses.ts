import { readFileSync } from 'node:fs';
import * as ts from 'typescript';
import type { Compilation, Module } from 'webpack';
import { concatenatedModulesOf } from './chunk-scripts';
import type { ReadDeclaration } from './read-declaration';
import type { WorkspacePackage } from './workspace-package';

/** Screens, slots and commands of other remotes that a remote uses, by kind. */
export interface UsedParts {
  readonly screens: readonly string[];
  readonly slots: readonly string[];
  readonly commands: readonly string[];
}

/** Value for a remote that uses no screens, slots or commands of other remotes. */
export const NO_USES: UsedParts = { screens: [], slots: [], commands: [] };

type UsedPart = readonly [kind: keyof UsedParts, name: string];

/** Methods of `shell.navigation` that lead to the screen that their first argument names. */
const NAVIGATION_METHODS: readonly string[] = ['open', 'replace', 'hrefOf'];

/**
 * Returns the texts that an expression may have, if the source code contains them: a literal, or a choice between two
 * literals.
 */
const literalsOf = (expression: ts.Node | undefined): readonly string[] => {
  if (expression === undefined) return [];
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  if (ts.isJsxExpression(expression) || ts.isParenthesizedExpression(expression))
    return literalsOf(expression.expression);
  return ts.isConditionalExpression(expression)
    ? [...literalsOf(expression.whenTrue), ...literalsOf(expression.whenFalse)]
    : [];
};

const calledName = (callee: ts.Expression): string | null => {
  if (ts.isIdentifier(callee)) return callee.text;
  return ts.isPropertyAccessExpression(callee) ? callee.name.text : null;
};

// Returns whether a call belongs to the shell's navigation. Many objects have methods `replace` and `open`, so the
// object must be called `navigation`.
const isNavigationCall = (callee: ts.Expression): boolean =>
  ts.isPropertyAccessExpression(callee)
    ? NAVIGATION_METHODS.includes(callee.name.text) && /(^|\.)navigation$/.test(callee.expression.getText())
    : calledName(callee) === 'hrefOf';

const partsOfCall = ({ expression: callee, arguments: [firstArgument] }: ts.CallExpression): readonly UsedPart[] => {
  if (calledName(callee) === 'runCommand') return literalsOf(firstArgument).map((name) => ['commands', name]);
  return isNavigationCall(callee) ? literalsOf(firstArgument).map((key) => ['screens', key]) : [];
};

const attributeOf = ({ attributes }: ts.JsxOpeningLikeElement, name: string): ts.Node | undefined =>
  attributes.properties.find(
    (attribute): attribute is ts.JsxAttribute => ts.isJsxAttribute(attribute) && attribute.name.getText() === name,
  )?.initializer;

const partsOfElement = (element: ts.JsxOpeningLikeElement): readonly UsedPart[] => {
  const slotNames = element.tagName.getText() === 'Slot' ? literalsOf(attributeOf(element, 'name')) : [];
  const linkedKeys = literalsOf(attributeOf(element, 'href')).flatMap(
    (href) => /^#([a-z]+)(\/|$)/.exec(href)?.[1] ?? [],
  );
  return [
    ...slotNames.map((name): UsedPart => ['slots', name]),
    ...linkedKeys.map((key): UsedPart => ['screens', key]),
  ];
};

/**
 * Returns the screens, slots and commands that a source file uses: `runCommand('…')`, `<Slot name="…">`,
 * `navigation.open('…')`, `replace` and `hrefOf`, and links `href="#…"`. Names that the file computes aren't found.
 */
export const readUsesOf = (fileName: string, sourceText: string): readonly UsedPart[] => {
  const usedParts: UsedPart[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) usedParts.push(...partsOfCall(node));
    if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) usedParts.push(...partsOfElement(node));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(fileName, sourceText, ts.ScriptTarget.Latest, true));
  return usedParts;
};

const sourceFileOf = (module: Module, pkg: Pick<WorkspacePackage, 'dir'>): string | null => {
  const file = module.nameForCondition();
  return file !== null && file.startsWith(`${pkg.dir}/`) && /\.tsx?$/.test(file) ? file : null;
};

const sortedNames = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();

/** Returns the screens, slots and commands of other remotes that the modules of a build use. */
export const readUses = (
  compilation: Compilation,
  pkg: Pick<WorkspacePackage, 'dir'>,
  { screens, slots, commands }: Pick<ReadDeclaration, 'screens' | 'slots' | 'commands'>,
): UsedParts => {
  const files = new Set(
    [...compilation.modules].flatMap(concatenatedModulesOf).flatMap((module) => sourceFileOf(module, pkg) ?? []),
  );
  const usedParts = [...files].flatMap((file) => readUsesOf(file, readFileSync(file, 'utf8')));
  const ownNames = { screens, slots, commands };
  const namesOf = (kind: keyof UsedParts): readonly string[] =>
    sortedNames(
      usedParts
        .filter(([usedKind, name]) => usedKind === kind && ownNames[kind].every((ownPart) => ownPart.name !== name))
        .map(([, name]) => name),
    );
  return { screens: namesOf('screens'), slots: namesOf('slots'), commands: namesOf('commands') };
};
