import { GENERATED_CODE } from './weigh-contents';

/** npm package or source file of this repository of which more than one release may contain the same modules. */
export interface AcceptedDouble {
  /** Name of a package, path of a file in the repository, or path of a folder with a slash at its end. */
  readonly content: string;
  /** Maximum number of bytes (brotli) that one shared copy would save. */
  readonly maxExtraBytes: number;
  readonly reason: string;
}

/**
 * Contents that several releases may contain, because sharing them would cost more. `npm run build -- --report` checks
 * the list.
 */
export const ACCEPTED_DOUBLES: readonly AcceptedDouble[] = [
  {
    content: GENERATED_CODE,
    maxExtraBytes: 13_000,
    reason: 'Each release loads its own scripts, so that none depends on the version of another (ADR 69).',
  },
  {
    content: 'lucide-react',
    maxExtraBytes: 8_000,
    reason: 'An icon has about 250 bytes. A shared set would load the icons of all remotes for each page.',
  },
  {
    content: 'api-gateway/contract/src/',
    maxExtraBytes: 18_000,
    reason:
      'A release holds the routes and schemas that it uses, in the version it was built for; only zod is shared (ADR 30).',
  },
];
