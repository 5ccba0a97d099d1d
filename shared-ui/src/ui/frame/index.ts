export { AppFrame, ListMapSplit, ListPane, MainRegion, MapPane } from './frame';
