export { DiffTable } from './diff-table';
export { VersionSelect } from './version-select';
