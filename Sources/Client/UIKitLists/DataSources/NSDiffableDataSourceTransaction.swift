/// The change of a list's data by a user who has moved items.
public struct NSDiffableDataSourceTransaction<SectionIdentifierType, ItemIdentifierType>
where
    SectionIdentifierType: Hashable, SectionIdentifierType: Sendable, ItemIdentifierType: Hashable,
    ItemIdentifierType: Sendable
{
    /// The data before.
    public let initialSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    /// The data after.
    public let finalSnapshot: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>
    /// The difference between the lists of all items; a moved item is a removal and an insertion that name each other.
    public let difference: CollectionDifference<ItemIdentifierType>
    /// The changes of the sections whose items have changed.
    public let sectionTransactions: [NSDiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>]
}

/// The change of a section's data by a user who has moved items.
public struct NSDiffableDataSourceSectionTransaction<SectionIdentifierType, ItemIdentifierType>
where
    SectionIdentifierType: Hashable, SectionIdentifierType: Sendable, ItemIdentifierType: Hashable,
    ItemIdentifierType: Sendable
{
    /// The section.
    public let sectionIdentifier: SectionIdentifierType
    /// The section's data before.
    public let initialSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
    /// The section's data after.
    public let finalSnapshot: NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
    /// The difference between the section's items.
    public let difference: CollectionDifference<ItemIdentifierType>
}

extension NSDiffableDataSourceTransaction {
    /// The change from one snapshot to another; `sections` give the items of a section before and after.
    init(
        from initial: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        to final: NSDiffableDataSourceSnapshot<SectionIdentifierType, ItemIdentifierType>,
        sections: (SectionIdentifierType) -> (
            NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>,
            NSDiffableDataSourceSectionSnapshot<ItemIdentifierType>
        )
    ) {
        (initialSnapshot, finalSnapshot) = (initial, final)
        difference = identifierDifference(from: initial.itemIdentifiers, to: final.itemIdentifiers)
        sectionTransactions = final.sectionIdentifiers.compactMap { section in
            guard initial.storage.contains(section: section) else { return nil }
            let (before, after) = (initial.storage.items(in: section), final.storage.items(in: section))
            guard before != after else { return nil }
            let (first, second) = sections(section)
            return NSDiffableDataSourceSectionTransaction(
                sectionIdentifier: section, initialSnapshot: first, finalSnapshot: second,
                difference: identifierDifference(from: before, to: after))
        }
    }
}
