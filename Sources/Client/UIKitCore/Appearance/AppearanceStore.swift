import Foundation

/// The proxies of all classes, and their values for an object that enters a window or a bar.
@MainActor package enum AppearanceStore {
    /// A proxy, with its values when it was made.
    private struct Proxy {
        var object: NSObject
        var containers: [any UIAppearanceContainer.Type]
        var traits: UITraitCollection?
        var properties: [AppearanceProperty]
        var first: [Any?]
        /// The distance of the class from NSObject: a subclass's values win.
        var depth: Int

        /// The values that have changed.
        @MainActor var changes: [(AppearanceProperty, Any?)] {
            zip(properties, first).compactMap { property, first in
                let now = property.get(object)
                return property.same(now, first) ? nil : (property, now)
            }
        }
    }

    private static var proxies: [Proxy] = []
    private static var isMaking = false
    /// New objects of classes of the library, which have the defaults.
    private static var fresh: [ObjectIdentifier: NSObject] = [:]

    /// Whether any class has a proxy.
    static var isUsed: Bool { !proxies.isEmpty }

    /// Removes all proxies, for tests.
    static func reset() { proxies = [] }

    static func proxy<Object: NSObject>(
        of type: Object.Type, in containers: [any UIAppearanceContainer.Type], _ traits: UITraitCollection?
    ) -> Object {
        let names = containers.map { ObjectIdentifier($0) }
        for proxy in proxies where proxy.containers.map({ ObjectIdentifier($0) }) == names && proxy.traits == traits {
            if let object = proxy.object as? Object, Swift.type(of: object) == type { return object }
        }
        isMaking = true
        let object = makeObject(of: type)
        isMaking = false
        let properties = AppearanceProperties.all(for: object)
        proxies.append(
            Proxy(
                object: object, containers: containers, traits: traits, properties: properties,
                first: properties.map { $0.get(object) }, depth: classes(of: type).count))
        return object
    }

    /// Gives an object the values of its class's proxies, except where it has values of its own.
    ///
    /// - Parameters:
    ///   - responder: The responder from which containers are looked for.
    ///   - given: The values that were given before, by the properties' keys: they may be replaced.
    package static func apply(to object: NSObject, from responder: UIResponder?, _ given: inout [AnyHashable: Any]) {
        guard !proxies.isEmpty, !isMaking else { return }
        let chain = classes(of: type(of: object))
        var found: [Proxy] = []
        for proxy in proxies where chain.contains(ObjectIdentifier(type(of: proxy.object))) && proxy.object !== object {
            if matches(proxy, responder) { found.append(proxy) }
        }
        guard !found.isEmpty, let standard = standard(for: object) else { return }
        // Sorting keeps the order of proxies of one kind.
        let sorted = found.enumerated().sorted { a, b in
            (a.element.depth, a.element.containers.count, a.offset) < (
                b.element.depth, b.element.containers.count, b.offset
            )
        }
        var values: [AnyHashable: (AppearanceProperty, Any?)] = [:]
        for (_, proxy) in sorted {
            for (property, value) in proxy.changes { values[property.key] = (property, value) }
        }
        for (key, (property, value)) in values {
            let now = property.get(object)
            let isOwn = !property.same(now, property.get(standard)) && !property.same(now, given[key])
            guard !isOwn, !property.same(now, value) else { continue }
            property.set(object, value)
            given[key] = property.get(object)
        }
    }

    private static func matches(_ proxy: Proxy, _ responder: UIResponder?) -> Bool {
        if let wanted = proxy.traits {
            let traits = (responder as? UIView)?.traitCollection ?? UITraitCollection.system
            guard UITraitCollection(traitsFrom: [traits, wanted]) == traits else { return false }
        }
        var current = responder
        for container in proxy.containers {
            let name = ObjectIdentifier(container)
            while let here = current, !classes(of: type(of: here)).contains(name) { current = here.next }
            guard let here = current else { return false }
            current = here.next
        }
        return true
    }

    /// A class and its superclasses.
    private static func classes(of type: AnyClass) -> Set<ObjectIdentifier> {
        let id = ObjectIdentifier(type)
        if let known = chains[id] { return known }
        var all: Set<ObjectIdentifier> = []
        var next: AnyClass? = type
        while let current = next {
            all.insert(ObjectIdentifier(current))
            next = _getSuperclass(current)
        }
        chains[id] = all
        return all
    }
    private static var chains: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]

    /// A new object of the nearest class of the library; nil for a class without values.
    private static func standard(for object: NSObject) -> NSObject? {
        let holder = (type(of: object) as? any AppearanceHolder.Type)?.appearanceTable.holder
        var next: AnyClass? = type(of: object)
        while holder == nil, let current = next {
            if AppearanceProperties.classes[ObjectIdentifier(current)] != nil { break }
            next = _getSuperclass(current)
        }
        guard let found = holder ?? next.flatMap({ AppearanceProperties.classes[ObjectIdentifier($0)] }) else {
            return nil
        }
        if let known = fresh[ObjectIdentifier(found)] { return known }
        let made = makeObject(of: found)
        fresh[ObjectIdentifier(found)] = made
        return made
    }
}

extension UIView {
    /// Takes the values of proxies. Called when the view has entered a window.
    final func takeAppearance() {
        guard AppearanceStore.isUsed else { return }
        var given = rare?.givenAppearance ?? [:]
        let count = given.count
        AppearanceStore.apply(to: self, from: next, &given)
        if !given.isEmpty || count > 0 { makeRare().givenAppearance = given }
    }
}

extension UIBarItem {
    /// Takes the values of proxies. Called when a bar shows the item.
    package final func takeAppearance(in bar: UIView) {
        AppearanceStore.apply(to: self, from: bar, &givenAppearance)
    }
}
