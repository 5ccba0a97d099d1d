import texts from '../locales/de.json';
import { createPartnerTokens } from './modules/discovery';
import type { PartnerTokens } from './modules/discovery';
import { fillText } from './platform/escape';
import { openPreparedDatabase } from './prepare-database';
import { readConfig, runProgram } from './startup';

/** Output of a command, and whether it succeeded. */
interface CommandResult {
  readonly line: string;
  readonly isDone: boolean;
}

const COMMANDS = {
  async token(tokens: PartnerTokens, key: string): Promise<CommandResult> {
    const issuedToken = await tokens.issue(key);
    return issuedToken.ok
      ? { line: issuedToken.value, isDone: true }
      : { line: fillText(texts.partnerUnknown, { key }), isDone: false };
  },
  async revoke(tokens: PartnerTokens, key: string): Promise<CommandResult> {
    const revokedCount = await tokens.revoke(key);
    return revokedCount.ok
      ? { line: fillText(texts.partnerRevoked, { count: revokedCount.value }), isDone: true }
      : { line: fillText(texts.partnerUnknown, { key }), isDone: false };
  },
} as const;

const isCommand = (name: string | undefined): name is keyof typeof COMMANDS =>
  name !== undefined && Object.hasOwn(COMMANDS, name);

const main = async ([name, key, ...extraArguments]: readonly string[]): Promise<number> => {
  if (!isCommand(name) || key === undefined || extraArguments.length > 0) {
    console.error(texts.partnerUsage);
    return 2;
  }
  const { database, clock } = await openPreparedDatabase(readConfig());
  try {
    const { line, isDone } = await COMMANDS[name](createPartnerTokens({ database, clock }), key);
    (isDone ? console.log : console.error)(line);
    return isDone ? 0 : 1;
  } finally {
    await database.close();
  }
};

runProgram(main, texts.partnerFailed);
