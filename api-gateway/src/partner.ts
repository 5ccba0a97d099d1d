import texts from '../locales/de.json';
import { createPartnerTokens } from './modules/discovery';
import type { PartnerTokens } from './modules/discovery';
import type { GatewayConfig } from './platform/config/config';
import { fillText } from './platform/escape';
import { openPreparedDatabase } from './prepare-database';
import type { ProgramOutput } from './startup';

/** Line that a command prints, and whether the command succeeded. */
interface CommandResult {
  readonly line: string;
  readonly isSuccessful: boolean;
}

const COMMANDS = {
  async token(tokens: PartnerTokens, key: string): Promise<CommandResult> {
    const tokenResult = await tokens.issue(key);
    return tokenResult.ok
      ? { line: tokenResult.value, isSuccessful: true }
      : { line: fillText(texts.partnerUnknown, { key }), isSuccessful: false };
  },
  async revoke(tokens: PartnerTokens, key: string): Promise<CommandResult> {
    const countResult = await tokens.revoke(key);
    return countResult.ok
      ? { line: fillText(texts.partnerRevoked, { count: countResult.value }), isSuccessful: true }
      : { line: fillText(texts.partnerUnknown, { key }), isSuccessful: false };
  },
} as const;

const isCommand = (name: string | undefined): name is keyof typeof COMMANDS =>
  name !== undefined && Object.hasOwn(COMMANDS, name);

/**
 * Runs one command for a restaurant's tokens on the configured database and prints its output. Returns the exit code: 1
 * for a command that failed; 2 for an unknown command, for which no configuration is read.
 */
export const runPartner = async (
  [name, key, ...extraArguments]: readonly string[],
  readConfig: () => GatewayConfig,
  output: ProgramOutput,
): Promise<number> => {
  if (!isCommand(name) || key === undefined || extraArguments.length > 0) {
    output.error(texts.partnerUsage);
    return 2;
  }
  const { database, clock } = await openPreparedDatabase(readConfig());
  try {
    const { line, isSuccessful } = await COMMANDS[name](createPartnerTokens({ database, clock }), key);
    (isSuccessful ? output.log : output.error)(line);
    return isSuccessful ? 0 : 1;
  } finally {
    await database.close();
  }
};
