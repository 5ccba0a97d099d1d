/** @page */
import { describeConformance } from '@mahlzeit/shared-ui/testing';
import { scenarios } from './alone';
import { installBrowserDoubles } from './testing/browser-doubles';
import remote from './remote';
import entries from './shell-entries';

installBrowserDoubles();
describeConformance(remote, { scenarios, entries });
