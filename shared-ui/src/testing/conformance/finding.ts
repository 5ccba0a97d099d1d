/** Advice for each kind of problem, which is added to the message about the problem. */
const REMEDY_BY_FINDING_KIND = {
  declaration: 'Mend src/remote.ts.',
  taken: 'Give it another name in src/remote.ts.',
  missingScenario: 'Add one to src/alone.tsx.',
  undeclared: 'Declare it in src/remote.ts, or take the scenario out of src/alone.tsx.',
  failed: 'Find the cause in the error, and make the screen by defineScreen.',
  late: 'Let every promise of load and of the lifecycles end; what takes long belongs behind a loading state.',
  blank:
    'Draw a loading state or an error in place of nothing; a slot that should be empty says `drawsNothing` in its scenario.',
  restless: 'Let effects and timers come to rest; what moves is moved by CSS.',
  consoleError: 'Mend what the console complains of.',
  global: 'Keep it in a module instead of on window.',
  patched: 'Call the platform instead of changing what all remotes share.',
  ownStyle: 'Style with styled-components, under a class.',
  adoptedStyle: 'Style with styled-components; the document adopts no sheets.',
  styleLeft: 'Remove it in the cleanup of the effect that adds it, or better style with styled-components.',
  attributes: 'Take them back in the cleanup of the effect that sets them.',
  nodeLeft: 'Draw it with createPortal, or remove it in the cleanup of the effect that adds it.',
  listener: 'Remove it in the cleanup of the effect that adds it.',
  timer: 'Clear it in the cleanup of the effect that starts it.',
  observer: 'Disconnect it in the cleanup of the effect that creates it.',
  subscription: 'Call the unsubscribe function in the cleanup of the effect that subscribes.',
  storage: 'Write after something a user did, through the platform, never because a screen was mounted.',
  history: 'Navigate through shell.navigation, and only after something a user did.',
  ownRequest: 'Ask the gateway by an endpoint of the platform (apiQuery), or by the user’s act alone.',
  ownSocket: 'Follow a topic of the platform: useCollection or shell.live.',
  ownChannel: 'Leave the tabs to the platform, which tells each tab of the session and of stored texts.',
  rejection: 'Handle the rejection where the promise is made, and show what failed.',
  skipped: 'Mend the findings above first.',
} as const;

/** Kind of problem that an inspection can find. */
export type FindingKind = keyof typeof REMEDY_BY_FINDING_KIND;

/** Rules of the conformance suite: one for each kind of problem. A skipped visit breaks no rule by itself. */
export const CONFORMANCE_RULES: readonly string[] = Object.keys(REMEDY_BY_FINDING_KIND).filter(
  (kind) => kind !== 'skipped',
);

/** Problem that an inspection has found. */
export interface Finding {
  readonly kind: FindingKind;
  /** Text that names the remote, the screen or slot with its scenario, the problem, and the advice. */
  readonly message: string;
}

/** Problem without the name of the remote and the scenario, which are added later. */
export interface Problem {
  readonly kind: FindingKind;
  readonly description: string;
}

/** Creates findings (described problems) from the problems of one scenario. Duplicates are left out. */
export const findingsOf = (scenarioName: string, problems: readonly Problem[]): Finding[] => {
  const findingKindByMessage = new Map(
    problems.map(({ kind, description }) => [`${scenarioName}: ${description}. ${REMEDY_BY_FINDING_KIND[kind]}`, kind]),
  );
  return [...findingKindByMessage].map(([message, kind]) => ({ kind, message }));
};

/** Returns the message of a thrown value, which may be any type. */
export const messageOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error));
