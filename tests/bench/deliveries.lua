-- For wrk with one thread: requests that are ready in a file, one after another, and how they were answered.
-- Arguments: the file, and bytes of each request.
local thread

function setup(only)
  thread = only
end

function init(args)
  size, others, last = tonumber(args[2]), 0, 0
  file = assert(io.open(args[1], "rb"))
  file:setvbuf("full", 1024 * 1024)
end

function request()
  return assert(file:read(size), "More was answered than was made before.")
end

function response(status)
  if status ~= 200 then others, last = others + 1, status end
end

-- One line of JSON. The time of the processor is all that wrk took.
function done(summary)
  local errors = summary.errors
  print(string.format('{"answered":%d,"others":%d,"last":%d,"seconds":%f,"cpuSeconds":%f,'
    .. '"errors":{"connect":%d,"read":%d,"write":%d,"timeout":%d}}',
    summary.requests, thread:get("others"), thread:get("last"),
    summary.duration / 1000000, os.clock(),
    errors.connect, errors.read, errors.write, errors.timeout))
end
