import texts from '../locales/de.json';
import { runMove } from './move';
import { readConfig, runProgram } from './startup';

runProgram((commandArguments) => runMove(commandArguments, readConfig, console), texts.moveFailed);
