import { Script } from 'node:vm';
import { build } from 'esbuild';
import type { Plugin } from 'esbuild';
import * as z from 'zod/mini';

const NonEmptyTextSchema = z.string().check(z.minLength(1));
const EntryKeySchema = z.string().check(z.regex(/^[a-z]+$/));

const DrawerPlaceSchema = z.object({
  section: z.enum(['account', 'service']),
  order: z.number(),
  icon: z.string().check(z.regex(/^[a-z0-9-]+$/)),
  count: z._default(z.nullable(z.string()), null),
  replacedBy: z._default(z.nullable(z.string()), null),
});

const EntriesSchema = z.object({
  screens: z.record(
    EntryKeySchema,
    z.object({
      title: NonEmptyTextSchema,
      frame: z.optional(z.enum(['low', 'wide'])),
      drawer: z.optional(DrawerPlaceSchema),
    }),
  ),
  reserved: z._default(z.record(z.string(), z.array(z.string()).check(z.minLength(1))), {}),
  paths: z._default(z.record(EntryKeySchema, EntryKeySchema), {}),
  notifications: z._default(z.record(z.string(), z.enum(['shown', 'visited'])), {}),
  quiet: z._default(z.array(z.array(z.string()).check(z.minLength(1))), []),
});

/** Shape in an icon: the tag name of its SVG element, with the attributes. */
export interface IconElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** Entries that a remote declares for the shell, with the shapes of their icons. */
export interface DeclaredEntries extends z.infer<typeof EntriesSchema> {
  /** Shapes of each icon, by the name of the icon. */
  readonly icons: Readonly<Record<string, readonly IconElement[]>>;
}

/** Entries of a remote that has no file with entries for the shell. */
export const NO_ENTRIES: DeclaredEntries = { ...EntriesSchema.parse({ screens: {} }), icons: {} };

const IconShapeSchema = z.array(z.tuple([z.string(), z.record(z.string(), z.string())]));

/** Plugin of esbuild that replaces React by an empty module: the icons are only read and not rendered. */
const withoutReactPlugin: Plugin = {
  name: 'without-react',
  setup(pluginBuild) {
    pluginBuild.onResolve({ filter: /^react$/ }, ({ path }) => ({ path, namespace: 'without-react' }));
    pluginBuild.onLoad({ filter: /.*/, namespace: 'without-react' }, () => ({
      contents: 'module.exports = { forwardRef: () => ({}), createContext: () => ({}) };',
    }));
  },
};

// Returns a shape without the attribute `key`, which only React uses.
const iconElementOf = ([tag, { key: _key, ...attributes }]: z.infer<typeof IconShapeSchema>[number]): IconElement => ({
  tag,
  attributes,
});

/** Reads the elements of lucide's icons. Throws for an unknown name. */
const readIcons = async (iconNames: readonly string[]): Promise<DeclaredEntries['icons']> => {
  if (iconNames.length === 0) return {};
  const importLines = iconNames.map(
    (iconName, iconIndex) => `import { __iconData as i${iconIndex} } from 'lucide-react/icons/${iconName}';`,
  );
  const { outputFiles } = await build({
    stdin: {
      contents: `${importLines.join('')} export default [${iconNames.map((_, iconIndex) => `i${iconIndex}.node`).join()}];`,
      resolveDir: __dirname,
    },
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'icons',
    logLevel: 'silent',
    plugins: [withoutReactPlugin],
  });
  // The script runs in the same context as the build, so that zod accepts its objects as plain objects.
  const iconShapes = z
    .array(IconShapeSchema)
    .parse(new Script(`${outputFiles[0]?.text ?? ''}; icons.default`).runInThisContext());
  return Object.fromEntries(iconNames.map((name, index) => [name, (iconShapes[index] ?? []).map(iconElementOf)]));
};

/** Parses the default export of a remote's `src/shell-entries/index.ts`. Throws when it isn't valid. */
export const readEntries = async (entriesValue: unknown): Promise<DeclaredEntries> => {
  const parsedEntries = EntriesSchema.parse(entriesValue);
  const iconNames = Object.values(parsedEntries.screens).flatMap(({ drawer }) => drawer?.icon ?? []);
  return { ...parsedEntries, icons: await readIcons([...new Set(iconNames)]) };
};
