/** Removes one cookie from a `Cookie` header. */
export function withoutCookie(header: string | undefined, name: string): string | undefined {
  return header
    ?.split(';')
    .filter((pair) => !pair.trim().startsWith(`${name}=`))
    .join(';');
}
