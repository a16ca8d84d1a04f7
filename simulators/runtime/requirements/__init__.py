"""What a solution asks for beyond its environment: read from its files, met by wheels that were allowed beforehand."""
