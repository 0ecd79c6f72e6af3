/** Reads of credentials, without their secrets. */
export { type CredentialMetadata, credentialsOf, findCredentials } from '../../database/repositories/credentials';
