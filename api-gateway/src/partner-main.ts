import texts from '../locales/de.json';
import { runPartner } from './partner';
import { readConfig, runProgram } from './startup';

runProgram((commandArguments) => runPartner(commandArguments, readConfig, console), texts.partnerFailed);
