import { change, DELETE, GET, PATCH, POST, PUT, type RouteDefinition } from './route';

const P = '/principals/{principal_key}';

export const parties: readonly RouteDefinition[] = [
  GET('/principals/acting', 'query { body: actingPrincipal { ...Principal } }'),
  POST(
    '/principals',
    201,
    `mutation ($input: ProvisionPrincipalInput!) {
      body: provisionPrincipal(input: $input) { principal { ...Principal } credential { ...IssuedCredential } }
    }`,
    { notCreatedWhenNull: 'credential' },
  ),
  GET(P, 'query ($principalKey: ID!) { body: principal(principalKey: $principalKey) { ...PrincipalWithActions } }'),
  GET(
    `${P}/attention`,
    `query ($principalKey: ID!, $limit: Int) { principal(principalKey: $principalKey) {
      body: attention(first: $limit) { ...AttentionItem }
    } }`,
    { page: { default: 50, max: 200 } },
  ),
  PATCH(P, 200, change('renamePrincipal', 'body: principal { ...Principal }')),
  PATCH(`${P}/economic-anchor`, 200, change('setEconomicAnchor', 'body: principal { ...Principal }')),
  GET(
    `${P}/bindings`,
    `query ($principalKey: ID!, $limit: Int, $cursor: String) { principal(principalKey: $principalKey) {
      body: bindings(first: $limit, after: $cursor) { nodes { ...Binding } pageInfo { ...Page } }
    } }`,
  ),
  PUT(`${P}/bindings`, 200, change('putBinding', 'body: binding { ...Binding }')),
  DELETE(`${P}/bindings/{binding_id}`, 200, change('removeBinding', 'body: binding { ...Binding }')),
  GET(
    `${P}/credentials`,
    `query ($principalKey: ID!, $limit: Int, $cursor: String) { principal(principalKey: $principalKey) {
      body: credentials(first: $limit, after: $cursor) { nodes { ...Credential } pageInfo { ...Page } }
    } }`,
  ),
  POST(`${P}/credentials`, 201, change('createCredential', 'body: credential { ...IssuedCredential }')),
  POST(`${P}/credentials/rotate`, 201, change('rotateCredential', 'body: credential { ...IssuedCredential }')),
  POST(
    `${P}/credentials/{credential_id}/revoke`,
    200,
    change('revokeCredential', 'body: credential { ...Credential }'),
  ),
  GET('/session', 'query { body: sessionCheck { ...Session } }'),
];
