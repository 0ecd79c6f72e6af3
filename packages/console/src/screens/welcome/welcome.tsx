export function Screen() {
  return <h1>Welcome</h1>;
}
