export { useTagsQuery } from './tag-api';
export { cuisineTags, nameOfTag } from './tag-rules';
