export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox';
export type { SandboxClock } from './clock/sandbox-clock';
export type { SandboxSignIn } from './sign-in/clients';
