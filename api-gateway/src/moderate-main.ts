import texts from '../locales/de.json';
import { runModeration } from './moderate';
import { readConfig, runProgram } from './startup';

runProgram((args) => runModeration(args, readConfig, console), texts.moderateFailed);
