import Foundation
import MicaSurface
import Testing

/// Properties of an overwritten file, and leftovers.
@Suite struct AtomicFileTests {
    private let directory: ScratchDirectory

    init() throws { directory = try ScratchDirectory() }

    private func attributes(_ name: String) throws -> [FileAttributeKey: Any] {
        try FileManager.default.attributesOfItem(atPath: directory.file(name))
    }

    @Test func overwriting_keeps_the_mode() throws {
        try AtomicFile.write([1], to: directory.file("a"))
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: directory.file("a"))
        try AtomicFile.write([2], to: directory.file("a"))
        #expect(try attributes("a")[.posixPermissions] as? Int == 0o640)
        #expect(try directory.bytes("a") == [2])
    }

    @Test func overwriting_keeps_other_names_of_the_file() throws {
        try AtomicFile.write([1], to: directory.file("a"))
        try FileManager.default.linkItem(atPath: directory.file("a"), toPath: directory.file("b"))
        try AtomicFile.write([2, 3], to: directory.file("a"))
        #expect(try directory.bytes("b") == [2, 3])
        #expect(directory.names == ["a", "b"])
    }

    @Test func longest_names_can_be_written() throws {
        let name = String(repeating: "n", count: 251) + ".png"
        try AtomicFile.write([1], to: directory.file(name))
        #expect(directory.names == [name])
    }

    @Test func leftovers_of_killed_processes_are_removed() throws {
        let old = Date(timeIntervalSinceNow: -3600)
        for name in [".mica-99999-1.png", ".mica-99999-2.mp4", ".micah"] {
            try Data([1]).write(to: URL(fileURLWithPath: directory.file(name)))
            try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: directory.file(name))
        }
        // One that somebody writes still.
        let held = unsafe open(directory.file(".mica-99999-2.mp4"), O_RDONLY)
        defer { close(held) }
        #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
        // A process that lives may be about to lock its own.
        try Data([1]).write(to: URL(fileURLWithPath: directory.file(".mica-\(getppid())-3.png")))
        try AtomicFile.write([1], to: directory.file("a"))
        #expect(Set(directory.names) == [".mica-99999-2.mp4", ".mica-\(getppid())-3.png", ".micah", "a"])
    }

    /// A writer that was killed a moment ago leaves nothing, also if it had this process's number, as in containers.
    @Test func leftovers_of_writers_that_are_gone_are_removed_at_once() throws {
        // No process has a number above the system's limit of 2^22.
        for name in [".mica-4194999-1.png", ".mica-\(getpid())-990.png"] {
            try Data([1]).write(to: URL(fileURLWithPath: directory.file(name)))
        }
        try AtomicFile.write([1], to: directory.file("a"))
        #expect(directory.names == ["a"])
    }

    @Test func pipe_gets_a_file_that_is_sought_when_it_is_whole() throws {
        let pipe = directory.file("pipe")
        #expect(unsafe mkfifo(pipe, 0o600) == 0)
        let reader = unsafe open(pipe, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        let file = try AtomicFile(path: pipe, isSought: true)
        #expect(file.temporaryPath != pipe)
        try file.write([1, 2, 3])
        var bytes = [UInt8](repeating: 0, count: 8)
        let early = unsafe read(reader, &bytes, 8)
        #expect(early <= 0)
        try file.commit()
        let late = unsafe read(reader, &bytes, 8)
        #expect(late == 3)
        #expect(!FileManager.default.fileExists(atPath: file.temporaryPath))
    }
}
