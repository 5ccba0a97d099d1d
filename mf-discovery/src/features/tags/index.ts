export { useTagsQuery } from './tag-api';
export { TagBar } from './tag-bar';
export { cuisineTags, nameOfTag } from './tag-rules';
