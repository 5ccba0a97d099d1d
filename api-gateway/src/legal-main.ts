import texts from '../locales/de.json';
import { runLegal } from './legal';
import { readConfig, runProgram } from './startup';

runProgram((commandArguments) => runLegal(commandArguments, readConfig, console), texts.legalFailed);
