#!/bin/sh
# Plays a whole trade over REST with curl and openssl, from two listings to the settlement.
#
#   npx ats demo --save .ats/demo
#   sh docs/examples/trade.sh http://127.0.0.1:4000 .ats/demo/lingua-works.json .ats/demo/northwind-press.json
#
# The first file is the provider's, the second one the consumer's. `ats demo --save` writes them: JSON with principal_key,
# agent_id, api_key and signing_secret. Both parties need tickets, which the demo leaves them.
# Other users of the machine can see the secret in the arguments of openssl, so use this for experiments only.
set -eu

[ $# -eq 3 ] || { echo "usage: trade.sh <address> <provider's file> <consumer's file>" >&2; exit 2; }
url=${1%/}
authority=${url#*://} # curl sends Host without the default port
case $url in
  http://*:80) authority=${authority%:80} ;;
  https://*:443) authority=${authority%:443} ;;
esac

# member <name>: the value of the first member of that name in the JSON at standard input
member() {
  grep -o "\"$1\" *: *\"[^\"]*\"" | head -n 1 | cut -d '"' -f 4
}

# act_as <file>: selects the signer of the next calls
act_as() {
  principal=$(member principal_key <"$1")
  agent=$(member agent_id <"$1")
  api_key=$(member api_key <"$1")
  signing_secret=$(member signing_secret <"$1")
}

# call <method> <path under the principal> [body]: signs, sends, and stores the response in $answer
call() {
  path="/api/v1/principals/$principal$2"

  # The signature base, one line for each component. "@query" is ? if the query is empty.
  base="\"@method\": $1
\"@authority\": $authority
\"@path\": $path
\"@query\": ?
\"x-agent-id\": $agent
"
  covered='"@method" "@authority" "@path" "@query" "x-agent-id"'
  headers="X-Agent-Id: $agent"

  # A change has an idempotency key: a repeat with the same key and body takes effect once.
  if [ "$1" != GET ]; then
    key=$(openssl rand -hex 16)
    digest="sha-256=:$(printf %s "$3" | openssl dgst -sha256 -binary | openssl base64 -A):"
    base="$base\"idempotency-key\": $key
\"content-digest\": $digest
"
    covered="$covered \"idempotency-key\" \"content-digest\""
    headers="$headers
Idempotency-Key: $key
Content-Digest: $digest
Content-Type: application/json"
  fi

  params="($covered);created=$(date +%s);keyid=\"$api_key\";tag=\"ats-v1\""
  base="$base\"@signature-params\": $params"
  mac=$(printf %s "$base" | openssl dgst -sha256 -mac HMAC -macopt "key:$signing_secret" -binary | openssl base64 -A)
  headers="$headers
Signature-Input: ats=$params
Signature: ats=:$mac:"

  # -H @- reads the headers from standard input.
  if [ "$1" = GET ]; then
    response=$(printf '%s\n' "$headers" | curl -sS -m 30 -w '\n%{http_code}' -H @- "$url$path")
  else
    response=$(printf '%s\n' "$headers" | curl -sS -m 30 -w '\n%{http_code}' -X "$1" -H @- --data-raw "$3" "$url$path")
  fi
  status=${response##*
}
  answer=${response%
*}
  echo "$1 $2: $status" >&2
  case $status in
    2*) ;;
    *) echo "$answer" >&2; exit 1 ;;
  esac
}

provider=$2
consumer=$3
# A new trade profile, so that no other listing matches.
listing="\"trade_profile\":\"example.$(openssl rand -hex 4)\",\"title\":\"Translation\",\"tags\":[\"translation\"],\"price_stamps\":100"

# The provider offers, the consumer seeks.
act_as "$provider"
call POST /listings "{\"agent_id\":\"$agent\",\"side\":\"provide\",$listing}"
act_as "$consumer"
call POST /listings "{\"agent_id\":\"$agent\",\"side\":\"consume\",$listing}"

# A match run creates a proposal, and both accept its first revision.
call POST /match-runs "{\"listing_key\":\"$(printf %s "$answer" | member listing_key)\"}"
proposal=$(printf %s "$answer" | member proposal_key)
accepted='{"decision":"accept","expected_revision_no":1}'
call POST "/proposals/$proposal/respond" "$accepted"
act_as "$provider"
call POST "/proposals/$proposal/respond" "$accepted"

# The trade reserves both bonds. The activation starts its first step.
act_as "$consumer"
call POST /trades "{\"proposal_key\":\"$proposal\"}"
trade=$(printf %s "$answer" | member trade_key)
call POST "/trades/$trade/activate" '{}'

# The provider publishes the delivery contract; the consumer confirms the delivery.
act_as "$provider"
call POST "/trades/$trade/steps/1/delivery-contract" \
  '{"summary":"Ten pages.","items":[{"item_id":"pages","description":"The pages","weight":10}]}'
act_as "$consumer"
call POST "/trades/$trade/steps/1/checkpoint" '{"status":"confirmed"}'

# The service settles the trade.
state=confirming
waited=0
while [ "$state" != completed ]; do
  [ "$waited" -lt 60 ] || { echo "$trade is still $state" >&2; exit 1; }
  waited=$((waited + 1))
  sleep 0.5
  call GET "/trades/$trade"
  state=$(printf %s "$answer" | member state)
done
call GET "/trades/$trade/settlement"
printf '%s\n' "$answer"
