-- For wrk with one thread: requests that are ready in a file, one after another, and how they were answered.
-- Arguments: the file, and bytes of each request.
local thread

function setup(only)
  thread = only
end

function init(args)
  size, others = tonumber(args[2]), 0
  file = assert(io.open(args[1], "rb"))
  file:setvbuf("full", 1024 * 1024)
end

function request()
  return assert(file:read(size), "More was answered than was made before.")
end

function response(status)
  if status ~= 200 then others = others + 1 end
end

-- One line of JSON. The time of the processor is all that wrk took.
function done(summary)
  local errors = summary.errors
  print(string.format('{"answered":%d,"others":%d,"cut":%d,"seconds":%f,"cpuSeconds":%f}',
    summary.requests, thread:get("others"),
    errors.connect + errors.read + errors.write + errors.timeout,
    summary.duration / 1000000, os.clock()))
end
