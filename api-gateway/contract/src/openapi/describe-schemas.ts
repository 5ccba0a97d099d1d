import type { oas31 } from 'zod-openapi';
import type { Docs } from './field-docs';

type SchemaObject = oas31.SchemaObject | oas31.ReferenceObject;

const isReference = (schema: SchemaObject): schema is oas31.ReferenceObject => '$ref' in schema;

const describeParts = (schema: oas31.SchemaObject, docs: Docs): void => {
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const inner = docs.fields.get(name);
    if (inner) describeSchema(property, inner);
  }
  if (schema.items && !isReference(schema.items)) describeParts(schema.items, docs);
  const options = schema.oneOf ?? schema.anyOf ?? [];
  // A union's options have comments of their own; `nullable` is a union, too, of which only one side has any.
  options.forEach((option, index) => {
    if (!isReference(option)) describeParts(option, docs.options[index] ?? docs);
  });
};

/** Writes what the source says about a schema and its parts into its JSON schema. */
export const describeSchema = (schema: SchemaObject, docs: Docs): void => {
  if (docs.text !== undefined) schema.description = docs.text;
  if (!isReference(schema)) describeParts(schema, docs);
};
