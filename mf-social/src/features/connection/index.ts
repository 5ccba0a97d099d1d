export { useConnectionLink } from './connection-link';
export { useCodeAndEmail } from './use-code-and-email';
