/** Holds the sample code with which receivers verify deliveries; each sample can be copied and run as it stands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExampleLanguage } from '../example';

interface Sample {
  readonly id: string;
  readonly language: ExampleLanguage;
  readonly title: string;
  readonly code: string;
}

/** The service's own verification module, verbatim; every command runs from the project's root folder. */
const TYPESCRIPT = readFileSync(join(process.cwd(), 'src', 'domain', 'webhooks', 'verify.ts'), 'utf8');

/** A server around it, for Node 22.18 or later. */
const NODE_SERVER = String.raw`import { createServer } from 'node:http';
import { env } from 'node:process';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from './verify.ts';

const secret = env.WEBHOOK_SECRET ?? '';

createServer(async (request, response) => {
  const body = await buffer(request);
  const header = String(request.headers['service-signature'] ?? '');
  if (!verifyWebhook(body, header, secret, Date.now() / 1000)) return response.writeHead(401).end();
  response.writeHead(204).end();
  const event = JSON.parse(body.toString());
  console.log(event.type, event.id);
}).listen(Number(env.PORT ?? 8080));
`;

const PYTHON = String.raw`import hashlib
import hmac
import re
import time

TOLERANCE_SECONDS = 300


def verify_webhook(body: bytes, header: str, secret: str, now: float | None = None) -> bool:
    """Whether header, the Service-Signature of a delivery, was made for the raw body with secret."""
    parts = [part.strip() for part in header.split(",")]
    timestamp = next((part[2:] for part in parts if part.startswith("t=")), "")
    if not secret or not re.fullmatch("[0-9]{1,12}", timestamp):
        return False
    if abs((time.time() if now is None else now) - int(timestamp)) > TOLERANCE_SECONDS:
        return False
    expected = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(hmac.compare_digest(part.encode(), f"v1={expected}".encode()) for part in parts)
`;

const GO = String.raw`package webhooks

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

const toleranceSeconds = 300

// Verify tells whether header, the Service-Signature of a delivery, was made for the raw body with secret.
func Verify(body []byte, header, secret string, now time.Time) bool {
	var timestamp string
	var signatures [][]byte
	for _, part := range strings.Split(header, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		if name == "t" {
			timestamp = value
		} else if signature, err := hex.DecodeString(value); name == "v1" && err == nil {
			signatures = append(signatures, signature)
		}
	}
	seconds, err := strconv.ParseUint(timestamp, 10, 40)
	if err != nil || secret == "" {
		return false
	}
	if age := now.Unix() - int64(seconds); age > toleranceSeconds || age < -toleranceSeconds {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(body)
	expected := mac.Sum(nil)
	for _, signature := range signatures {
		if hmac.Equal(signature, expected) {
			return true
		}
	}
	return false
}
`;

const RUBY = String.raw`require "openssl"

TOLERANCE_SECONDS = 300

# Whether header, the Service-Signature of a delivery, was made for the raw body with secret.
def verify_webhook(body, header, secret, now = Time.now.to_i)
  parts = header.split(",").map(&:strip)
  timestamp = parts.find { |part| part.start_with?("t=") }.to_s.delete_prefix("t=")
  return false if secret.empty? || !timestamp.match?(/\A\d{1,12}\z/)
  return false if (now - timestamp.to_i).abs > TOLERANCE_SECONDS

  hmac = OpenSSL::HMAC.new(secret, "SHA256")
  hmac << timestamp << "." << body
  expected = "v1=" + hmac.hexdigest
  parts.any? { |part| OpenSSL.secure_compare(part, expected) }
end
`;

export const WEBHOOK_SAMPLES: readonly Sample[] = [
  { id: 'typescript', language: 'ts', title: 'TypeScript (verify.ts)', code: TYPESCRIPT },
  { id: 'node-server', language: 'ts', title: 'A receiver for Node (receiver.ts)', code: NODE_SERVER },
  { id: 'python', language: 'python', title: 'Python', code: PYTHON },
  { id: 'go', language: 'go', title: 'Go', code: GO },
  { id: 'ruby', language: 'ruby', title: 'Ruby', code: RUBY },
];
