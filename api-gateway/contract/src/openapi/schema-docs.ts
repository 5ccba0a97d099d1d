import ts from 'typescript';
import type { oas31 } from 'zod-openapi';

/** Doc comment of a constant, and doc comments of its schema's parts by field name or by position. */
interface SchemaDoc {
  readonly text: string | undefined;
  readonly fields: ReadonlyMap<string, SchemaDoc>;
  readonly options: readonly SchemaDoc[];
}

const emptySchemaDoc: SchemaDoc = { text: undefined, fields: new Map(), options: [] };

const docCommentOf = (node: ts.Node): string | undefined => {
  const comment = ts.getJSDocCommentsAndTags(node).find(ts.isJSDoc)?.comment;
  // Removes line breaks that only the formatter made. A blank line stays, because it begins a paragraph.
  return ts.getTextOfJSDocComment(comment)?.replace(/(?<!\n)\n(?!\n)/g, ' ');
};

const mergeDocs = (partDocs: readonly SchemaDoc[]): SchemaDoc => ({
  text: undefined,
  fields: new Map(partDocs.flatMap(({ fields }) => [...fields])),
  options: partDocs.flatMap(({ options }) => options),
});

const propertyNameOf = (name: ts.PropertyName): string | undefined =>
  ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name) ? name.text : undefined;

/** Doc comments of the constants in the sources, by name. */
export type SchemaDocs = ReadonlyMap<string, SchemaDoc>;

const docsOfObject = (node: ts.ObjectLiteralExpression, docs: SchemaDocs): SchemaDoc => {
  const fields = new Map<string, SchemaDoc>();
  for (const property of node.properties) {
    const name = property.name === undefined ? undefined : propertyNameOf(property.name);
    if (name === undefined) continue;
    const fieldDoc = ts.isPropertyAssignment(property) ? docsOfExpression(property.initializer, docs) : emptySchemaDoc;
    fields.set(name, { ...fieldDoc, text: docCommentOf(property) });
  }
  return { text: undefined, fields, options: [] };
};

/** Follows `z.object`, `z.extend`, `z.nullable` and the like down to the literals that carry the comments. */
const docsOfExpression = (node: ts.Expression, docs: SchemaDocs): SchemaDoc => {
  if (ts.isObjectLiteralExpression(node)) return docsOfObject(node, docs);
  if (ts.isArrayLiteralExpression(node))
    return { ...emptySchemaDoc, options: node.elements.map((unionMember) => docsOfExpression(unionMember, docs)) };
  if (ts.isIdentifier(node)) return docs.get(node.text) ?? emptySchemaDoc;
  if (ts.isPropertyAccessExpression(node)) return docsOfExpression(node.expression, docs);
  if (ts.isCallExpression(node))
    return mergeDocs([
      docsOfExpression(node.expression, docs),
      ...node.arguments.map((callArgument) => docsOfExpression(callArgument, docs)),
    ]);
  return emptySchemaDoc;
};

const constantDeclarationsOf = (file: ts.SourceFile): ts.VariableDeclaration[] =>
  file.statements.filter(ts.isVariableStatement).flatMap(({ declarationList }) => [...declarationList.declarations]);

const readDocsOnce = (sourceFiles: readonly ts.SourceFile[], docs: SchemaDocs): Map<string, SchemaDoc> =>
  new Map(
    sourceFiles.flatMap(constantDeclarationsOf).flatMap((constantDeclaration): [string, SchemaDoc][] => {
      if (!ts.isIdentifier(constantDeclaration.name) || constantDeclaration.initializer === undefined) return [];
      return [
        [
          constantDeclaration.name.text,
          { ...docsOfExpression(constantDeclaration.initializer, docs), text: docCommentOf(constantDeclaration) },
        ],
      ];
    }),
  );

const parseFile = (path: string): ts.SourceFile =>
  ts.createSourceFile(path, ts.sys.readFile(path) ?? '', ts.ScriptTarget.ES2022, true);

/**
 * Reads the doc comments of every constant in the given source files. The OpenAPI document takes its descriptions from
 * these comments.
 */
export const readDocs = (sourcePaths: readonly string[]): SchemaDocs => {
  const files = sourcePaths.map(parseFile);
  // A schema may extend a second schema that extends a third one. Three passes resolve all three levels.
  return readDocsOnce(files, readDocsOnce(files, readDocsOnce(files, new Map())));
};

type SchemaObject = oas31.SchemaObject | oas31.ReferenceObject;

const isReference = (schema: SchemaObject): schema is oas31.ReferenceObject => '$ref' in schema;

const describeSchemaParts = (schema: oas31.SchemaObject, schemaDoc: SchemaDoc): void => {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const fieldDoc = schemaDoc.fields.get(name);
    if (fieldDoc) describeSchema(property, fieldDoc);
  }
  if (schema.items && !isReference(schema.items)) describeSchemaParts(schema.items, schemaDoc);
  const options = schema.oneOf ?? schema.anyOf ?? [];
  // The options of a union have comments of their own. A schema made by `nullable` is a union as well, in which only
  // one option has a comment.
  options.forEach((option, index) => {
    if (!isReference(option)) describeSchemaParts(option, schemaDoc.options[index] ?? schemaDoc);
  });
};

/** Writes the comments of a schema and its parts into its JSON schema. */
export const describeSchema = (schema: SchemaObject, schemaDoc: SchemaDoc): void => {
  if (schemaDoc.text !== undefined) schema.description = schemaDoc.text;
  if (!isReference(schema)) describeSchemaParts(schema, schemaDoc);
};
