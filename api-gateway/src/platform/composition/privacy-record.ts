import type { ColumnExport, PersonalDataProvider, PersonalTable } from './personal-data-types';

const exportTextOf = (columnExport: ColumnExport): string =>
  typeof columnExport === 'string' ? `\`${columnExport}\`` : `— (${columnExport.omittedBecause})`;

const columnLinesOf = ({ columns }: PersonalTable): string[] =>
  Object.entries(columns).map(([name, columnExport]) => `| \`${name}\` | ${exportTextOf(columnExport)} |`);

const tableSectionOf = ([tableName, table]: readonly [string, PersonalTable]): string =>
  [
    `### \`${tableName}\``,
    '',
    `- For: ${table.purpose}.`,
    `- Kept: ${table.kept}.`,
    `- Deleted by: ${table.deletedBy.length === 0 ? 'acts of the users alone' : table.deletedBy.map((job) => `\`${job}\``).join(', ')}.`,
    '',
    '| column | in the export |',
    '|---|---|',
    ...columnLinesOf(table),
  ].join('\n');

/** Prints the tables with personal data of all modules as sections of docs/privacy-record.md (Markdown). */
export const privacyRecordOf = (providers: readonly PersonalDataProvider[]): string =>
  providers
    .map(({ name, personalTables }) =>
      [`## ${name}`, ...Object.entries(personalTables).map(tableSectionOf)].join('\n\n'),
    )
    .join('\n\n');
