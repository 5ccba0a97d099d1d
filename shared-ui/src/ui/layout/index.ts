export { CardGrid } from './card-grid';
export { Divider, Inline, Panel, Stack } from './layout';
export { Gutter, PageColumns, PageHead } from './page';
export { Section } from './section';
