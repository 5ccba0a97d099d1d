export { media } from './media';
export { textStyles } from './text-styles';
export { tokens } from './tokens';
export type { Space, TableTone } from './tokens';
