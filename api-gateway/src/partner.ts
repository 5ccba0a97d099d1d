import texts from '../locales/de.json';
import { createPartnerTokens } from './modules/discovery';
import type { PartnerTokens } from './modules/discovery';
import type { GatewayConfig } from './platform/config/config';
import { fillText } from './platform/escape';
import { openCommandDatabase } from './open-command-database';
import type { ProgramOutput } from './startup';

/** Line that a command prints, and whether the command has succeeded. */
interface CommandResult {
  readonly line: string;
  readonly isSuccessful: boolean;
}

const PARTNER_COMMANDS = {
  async token(partnerTokens: PartnerTokens, restaurantKey: string): Promise<CommandResult> {
    const tokenResult = await partnerTokens.issue(restaurantKey);
    return tokenResult.ok
      ? { line: tokenResult.value, isSuccessful: true }
      : { line: fillText(texts.partnerUnknown, { key: restaurantKey }), isSuccessful: false };
  },
  async revoke(partnerTokens: PartnerTokens, restaurantKey: string): Promise<CommandResult> {
    const countResult = await partnerTokens.revoke(restaurantKey);
    return countResult.ok
      ? { line: fillText(texts.partnerRevoked, { count: countResult.value }), isSuccessful: true }
      : { line: fillText(texts.partnerUnknown, { key: restaurantKey }), isSuccessful: false };
  },
} as const;

const isCommand = (commandName: string | undefined): commandName is keyof typeof PARTNER_COMMANDS =>
  commandName !== undefined && Object.hasOwn(PARTNER_COMMANDS, commandName);

/**
 * Runs one command for a restaurant's tokens on the configured database and prints its output. Returns the exit code: 1
 * for a command that failed; 2 for an unknown command, for which no configuration is read.
 */
export const runPartner = async (
  [commandName, restaurantKey, ...extraArguments]: readonly string[],
  readConfig: () => GatewayConfig,
  programOutput: ProgramOutput,
): Promise<number> => {
  if (!isCommand(commandName) || restaurantKey === undefined || extraArguments.length > 0) {
    programOutput.error(texts.partnerUsage);
    return 2;
  }
  const { database, clock } = await openCommandDatabase(readConfig());
  try {
    const { line, isSuccessful } = await PARTNER_COMMANDS[commandName](
      createPartnerTokens({ database, clock }),
      restaurantKey,
    );
    (isSuccessful ? programOutput.log : programOutput.error)(line);
    return isSuccessful ? 0 : 1;
  } finally {
    await database.close();
  }
};
