// The primitives as the header declares them: each checks its arguments and calls its process.
// Compiled once for each runtime, with the process.hpp of that runtime's folder.
#include <algorithm>
#include <cstring>

#include "bsp_fft/bsplib/failure.hpp"
#include "process.hpp"
#include <bsp.h>

using namespace bsplib;

namespace {

void require(const char* function, const char* name, const void* pointer)
{
    if (!pointer) [[unlikely]]
        fail(function, "%s is NULL", name);
}

// Calls the process's move(pid, address there, address here, bytes). A communication of 0 bytes needs no registration:
// a process whose part of an array is empty may call it too.
template <auto move>
void communicate(const char* function, bsp_pid_t pid, const char* name, auto* here, const void* registered,
                 bsp_size_t offset, bsp_size_t bytes)
{
    Process& me = self(function);
    me.check_pid(function, pid);
    if (bytes == 0) return;
    require(function, name, here);
    unsigned char* const there = me.resolve(function, pid, registered, offset, bytes);
    with_memory(function, me, [&] { (me.*move)(pid, there, here, bytes); });
}

void send(const char* function, bsp_pid_t pid, const void* tag, const void* payload, bsp_size_t bytes)
{
    Process& me = self(function);
    me.check_pid(function, pid);
    if (bytes > 0) require(function, "the payload", payload);
    Process::check_bytes(function, "the payload", bytes);
    if (me.sent_tag_size() > 0) require(function, "the tag", tag);
    with_memory(function, me, [&] { me.send(pid, tag, payload, bytes); });
}

}  // namespace

void bsp_sync(void)
{
    Process& me = self("bsp_sync");
    with_memory("bsp_sync", me, [&] { me.sync(); });
}

void bsp_push_reg(const void* address, bsp_size_t bytes)
{
    Process& me = self("bsp_push_reg");
    with_memory("bsp_push_reg", me, [&] { me.push(address, bytes); });
}

void bsp_pop_reg(const void* address)
{
    Process& me = self("bsp_pop_reg");
    with_memory("bsp_pop_reg", me, [&] { me.pop(address); });
}

void bsp_put(bsp_pid_t pid, const void* source, const void* destination, bsp_size_t offset, bsp_size_t bytes)
{
    communicate<&Process::put>("bsp_put", pid, "the source", source, destination, offset, bytes);
}

void bsp_get(bsp_pid_t pid, const void* source, bsp_size_t offset, void* destination, bsp_size_t bytes)
{
    communicate<&Process::get>("bsp_get", pid, "the destination", destination, source, offset, bytes);
}

void bsp_hpput(bsp_pid_t pid, const void* source, const void* destination, bsp_size_t offset, bsp_size_t bytes)
{
    communicate<&Process::hpput>("bsp_hpput", pid, "the source", source, destination, offset, bytes);
}

void bsp_hpget(bsp_pid_t pid, const void* source, bsp_size_t offset, void* destination, bsp_size_t bytes)
{
    communicate<&Process::hpget>("bsp_hpget", pid, "the destination", destination, source, offset, bytes);
}

void bsp_direct_get(bsp_pid_t pid, const void* source, bsp_size_t offset, void* destination, bsp_size_t bytes)
{
    communicate<&Process::direct_get>("bsp_direct_get", pid, "the destination", destination, source, offset, bytes);
}

void bsplib_device_hpput(bsp_pid_t pid, const void* source, const void* destination, bsp_size_t offset,
                         bsp_size_t bytes)
{
    constexpr const char* name = "bsplib_device_hpput";
    if (bytes > 0 && (pid == self(name).s() || !bsplib::moves_device_memory()))
        fail(name, "called for this process itself, or where bsplib_moves_device_memory() is 0");
    communicate<&Process::device_hpput>(name, pid, "the source", source, destination, offset, bytes);
}

void bsp_set_tagsize(bsp_size_t* bytes)
{
    Process& me = self("bsp_set_tagsize");
    require("bsp_set_tagsize", "the size", bytes);
    *bytes = with_memory("bsp_set_tagsize", me, [&] { return me.set_tag_size(*bytes); });
}

void bsp_send(bsp_pid_t pid, const void* tag, const void* payload, bsp_size_t bytes)
{
    send("bsp_send", pid, tag, payload, bytes);
}

// The payload could be read as late as the sync, but the queue needs a copy in any case: nothing would be saved.
void bsp_hpsend(bsp_pid_t pid, const void* tag, const void* payload, bsp_size_t bytes)
{
    send("bsp_hpsend", pid, tag, payload, bytes);
}

void bsp_qsize(bsp_nprocs_t* messages, bsp_size_t* bytes)
{
    const MessageQueue& queue = self("bsp_qsize").queue();
    require("bsp_qsize", "the number of messages", messages);
    *messages = static_cast<bsp_nprocs_t>(queue.messages());
    if (bytes) *bytes = queue.bytes();
}

void bsp_get_tag(bsp_size_t* status, void* tag)
{
    MessageQueue& queue = self("bsp_get_tag").queue();
    require("bsp_get_tag", "the status", status);
    const MessageRecord* const message = queue.first();
    *status = message ? message->bytes : static_cast<bsp_size_t>(-1);
    if (!message || queue.tag_size() == 0) return;
    require("bsp_get_tag", "the tag", tag);
    std::memcpy(tag, queue.tag_of(message), queue.tag_size());
}

void bsp_move(void* payload, bsp_size_t max_bytes)
{
    MessageQueue& queue = self("bsp_move").queue();
    const MessageRecord* const message = queue.first();
    if (!message) fail("bsp_move", "the queue is empty; bsp_qsize tells how many messages are left");
    if (max_bytes > 0) require("bsp_move", "the payload", payload);
    const bsp_size_t bytes = std::min(message->bytes, max_bytes);
    if (bytes > 0) std::memcpy(payload, queue.payload_of(message), bytes);
    queue.drop(message);
}

bsp_size_t bsp_hpmove(void** tag, void** payload)
{
    MessageQueue& queue = self("bsp_hpmove").queue();
    require("bsp_hpmove", "where the tag's address goes", tag);
    require("bsp_hpmove", "where the payload's address goes", payload);
    const MessageRecord* const message = queue.first();
    if (!message) return static_cast<bsp_size_t>(-1);
    *tag = const_cast<unsigned char*>(queue.tag_of(message));
    *payload = const_cast<unsigned char*>(queue.payload_of(message));
    queue.drop(message);
    return message->bytes;
}

bsp_pid_t bsp_pid(void) { return self("bsp_pid").s(); }

int bsplib_completes_at_call(void) { return bsplib::completes_at_call; }

int bsplib_inside_section(void) { return bsplib::current ? bsplib::current->number() : 0; }

int bsplib_shares_memory(void) { return bsplib::shares_memory; }

int bsplib_moves_device_memory(void) { return bsplib::moves_device_memory(); }

unsigned bsplib_processes_here(void) { return self("bsplib_processes_here").processes_here(); }

size_t bsplib_bytes_per_process(unsigned p) { return Process::bytes(p > 0 ? p : 1); }

const char* bsplib_runtime(void) { return bsplib::runtime_name; }
