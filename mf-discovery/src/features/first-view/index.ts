export { usePrerenderCookies } from './keep-start';
