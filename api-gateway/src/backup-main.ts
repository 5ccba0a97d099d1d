import { constants, setPriority } from 'node:os';
import texts from '../locales/de.json';
import { runBackup } from './backup';
import { readConfig, runProgram } from './startup';

// Gateways of this machine go first, because a diner waits for them and nobody waits for a backup.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
runProgram((commandArguments) => runBackup(commandArguments, readConfig, console), texts.backupFailed);
