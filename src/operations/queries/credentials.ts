/** Reads of credentials, without their secrets. */
export { type CredentialMetadata, findCredentials } from '../../database/repositories/credentials';
