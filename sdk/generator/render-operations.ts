import { type CodegenDocument, type CodegenOperation, comment, indent, NOTICE, property, valuesOf } from './document.ts';

/** A member of the object that a function takes. */
interface Given {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string | null;
}

/** The field of a form that is a file; the others are text. */
const FILE = 'file';

const isForm = ({ requestBody }: CodegenOperation) => requestBody?.consumes.some(({ mimeType }) => mimeType === 'multipart/form-data');

function givenBody(operation: CodegenOperation): Given[] {
  const { requestBody } = operation;
  if (requestBody === null) return [];
  if (!isForm(operation)) {
    const { nativeType, required } = requestBody;
    return [{ name: 'body', type: String(nativeType), required, description: null }];
  }
  const parts = valuesOf(requestBody.defaultContent.encoding?.properties).map(({ property: { serializedName, required } }) => {
    const type = serializedName === FILE ? 'string | Blob' : 'string';
    return required ? `${property(serializedName)}: ${type}` : `${property(serializedName)}?: ${type} | undefined`;
  });
  const type = `{ ${parts.join('; ')} }`;
  return [{ name: 'form', type, required: true, description: null }];
}

function givenOf(operation: CodegenOperation): Given[] {
  const parameters = valuesOf(operation.parameters).map(({ serializedName, nativeType, required, description }) => ({
    name: serializedName,
    type: String(nativeType),
    required,
    description,
  }));
  const given = [...parameters, ...givenBody(operation)];
  if (new Set(given.map(({ name }) => name)).size < given.length) throw new Error(`${operation.name} takes two things of one name`);
  return given;
}

const member = ({ name, type, required, description }: Given) => [
  ...comment(description),
  required ? `${property(name)}: ${type};` : `${property(name)}?: ${type} | undefined;`,
];

function parameterOf(given: readonly Given[]): string[] {
  if (given.length === 0) return ['()'];
  return ['(given: {', ...indent(given.flatMap(member)), given.some(({ required }) => required) ? '})' : '} = {})'];
}

const from = (name: string) => (property(name) === name ? `given.${name}` : `given[${property(name)}]`);

const pick = (names: readonly string[]) => `{ ${names.map((name) => `${property(name)}: ${from(name)}`).join(', ')} }`;

const namesOf = (parameters: CodegenOperation['queryParams']) => valuesOf(parameters).map(({ serializedName }) => serializedName);

function requestOf(operation: CodegenOperation): string[] {
  const { httpMethod, fullPath, queryParams, headerParams, requestBody, securityRequirements } = operation;
  const path = fullPath.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${segment(${from(name)})}`);
  const query = namesOf(queryParams);
  const headers = namesOf(headerParams);
  return [
    `method: '${httpMethod}',`,
    `path: \`${path}\`,`,
    ...(query.length === 0 ? [] : [`query: ${pick(query)},`]),
    ...(headers.length === 0 ? [] : [`headers: ${pick(headers)},`]),
    ...(isForm(operation) ? ['form: given.form,'] : []),
    ...(requestBody === null || isForm(operation)
      ? []
      : [requestBody.required ? "body: required(given.body, 'the body')," : 'body: given.body,']),
    ...(securityRequirements === null ? ['keyless: true,'] : []),
  ];
}

function renderOperation(operation: CodegenOperation): string {
  const { name, summary, description, returnNativeType } = operation;
  const parameter = parameterOf(givenOf(operation)).join('\n');
  return [
    ...comment([summary, description].filter((text) => text !== null).join('\n\n')),
    `export const ${name} = ${parameter}: Request<${returnNativeType ?? 'unknown'}> => ({`,
    ...indent(requestOf(operation)),
    '});',
  ].join('\n');
}

/** Renders a function for every operation: from an object of its inputs, with the names of the API, to its request. */
export function renderOperations({ groups }: CodegenDocument): string {
  const functions = groups.flatMap(({ operations }) => operations.map(renderOperation));
  const imports = "import { type Request, required, segment } from '../request.ts';\nimport type { Api } from './models.ts';\n";
  return `${NOTICE}\n${imports}\n${functions.join('\n\n')}\n`;
}
