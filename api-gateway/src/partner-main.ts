import texts from '../locales/de.json';
import { runPartner } from './partner';
import { readConfig, runProgram } from './startup';

runProgram((args) => runPartner(args, readConfig, console), texts.partnerFailed);
