import texts from '../locales/de.json';
import { runSessions } from './sessions';
import { readConfig, runProgram } from './startup';

runProgram((commandArguments) => runSessions(commandArguments, readConfig, console), texts.sessionsFailed);
