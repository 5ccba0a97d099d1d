import texts from '../locales/de.json';
import { runRelease } from './release/run-release';
import { runProgram } from './startup';

// Program `release` of a team whose remote has a repository of its own. The archive of shared-ui contains it, bundled
// with its packages.
runProgram((commandArguments) => runRelease(commandArguments, null, console), texts.releaseFailed);
