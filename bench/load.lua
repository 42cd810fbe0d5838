-- Requests the paths in BENCH_PATHS in turn, each with the next cookie in BENCH_COOKIES. With BENCH_POST, posts
-- activities with a random day and sport instead; with BENCH_POST=keyed, with idempotency keys, as our apps do; with
-- BENCH_POST=some, only about every twentieth request is such a post. With BENCH_PAUSE, each connection pauses between
-- two requests, for this many milliseconds on average.
local function lines(text)
  local found = {}
  for line in string.gmatch(text or '', '[^\n]+') do found[#found + 1] = line end
  return found
end

local paths = lines(os.getenv('BENCH_PATHS'))
local cookies = lines(os.getenv('BENCH_COOKIES'))
local post = os.getenv('BENCH_POST')
local pause = tonumber(os.getenv('BENCH_PAUSE') or '0')
local count = 0
-- Differs in each run, so that no idempotency key is used twice.
local started = os.time() .. tostring({}):gsub('%W', '')
math.randomseed(post == 'some' and os.time() or 7)

function request()
  count = count + 1
  local headers = { ['Cookie'] = cookies[count % #cookies + 1], ['Accept-Encoding'] = 'br' }
  if post == nil or post == 'some' and math.random(20) ~= 1 then
    return wrk.format('GET', paths[count % #paths + 1], headers)
  end
  headers['Content-Type'] = 'application/json'
  if post ~= 'unkeyed' then headers['Idempotency-Key'] = string.format('%s-%d', started, count) end
  local day = os.date('%Y-%m-%d', os.time() - 86400 * math.random(0, 60))
  local body = string.format(
    '{"performedAt":"%s","sport":"/platform/api/sports/%d","amountType":"steps","steps":%d,"info":null}',
    day, math.random(1, 3), math.random(1000, 20000))
  return wrk.format('POST', '/platform/api/activities', headers, body)
end

-- Varies the pauses, because the connections would otherwise all send at the same moment.
if pause > 0 then
  function delay() return math.random() * 2 * pause end
end

function done(summary, latency)
  local failed = summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout
  io.write(string.format('RESULT %d %d %d %d %d\n', summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), failed))
end
